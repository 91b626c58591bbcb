// A worker of the page: an interpreter with the core, which verifies one recording, or runs it once more.
// It is a classic one: browsers refuse module workers to a page that was opened from a disk. All files come with the
// first message, so it asks for nothing.
'use strict';

let handOver = null;  // takes what two fresh workers ended in

const blobOf = (bytes, type) => URL.createObjectURL(new Blob([bytes], { type }));

// Lets Pyodide find its files where it would ask for them; whatever else is asked for fails.
function serve(files) {
  self.fetch = async (address) => {
    const name = String(address).split('/').pop();
    if (!(name in files)) throw new Error(`nothing is loaded from elsewhere: ${name}`);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(files[name], { headers: { 'content-type': type } });
  };
  // Pyodide tries it to learn of which kind the worker is; the page's rule forbids it, which Firefox logs as an error.
  self.importScripts = () => {
    throw new Error('nothing is loaded from elsewhere');
  };
}

async function begin(files, seed) {
  serve(files);
  const { loadPyodide } = await import(blobOf(files['pyodide.mjs'], 'text/javascript'));
  const { default: createPyodideModule } = await import(blobOf(files['pyodide.asm.mjs'], 'text/javascript'));
  const boot = await import(blobOf(files['boot.mjs'], 'text/javascript'));
  const options = {
    indexURL: 'https://inside.invalid/',
    createPyodideModule,
    stdLibURL: 'https://inside.invalid/python_stdlib.zip',
    lockFileContents: JSON.parse(new TextDecoder().decode(files['pyodide-lock.json'])),
  };
  return { boot, python: await boot.start(loadPyodide, options, files['core.zip'], seed) };
}

// Plays a level from now on: each message is answered, in turn.
function play(game) {
  const answer = ({ text, block }) => postMessage({ text, block }, [block.buffer]);
  onmessage = ({ data }) => {
    try {
      if (data.message) answer(game.ask(data.message));
      else if (data.take) postMessage({ taken: data.take, content: game[data.take]() });
    } catch (error) {
      postMessage({ failed: String(error && (error.message || error)).slice(-600) });
    }
  };
  answer(game.begin());
}

async function carryOut({ files, recording, name, seed, fresh, level }) {
  const { boot, python } = await begin(files, seed);
  if (level) return play(boot.play(python, level));
  if (fresh) return postMessage({ run: boot.freshRun(python, recording, name) });
  postMessage({ facts: boot.facts(python) });
  const tell = (done, all) => postMessage({ done, all });
  const freshRuns = () => new Promise((resolve) => {
    handOver = resolve;
    postMessage({ differs: true });
  });
  postMessage({ report: await boot.verify(python, recording, name, tell, freshRuns) });
}

onmessage = ({ data }) => {
  if (data.runs) return handOver(data.runs);
  carryOut(data).catch((error) => postMessage({ failed: String(error && (error.message || error)).slice(-600) }));
};
