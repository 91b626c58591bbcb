// Starts Python with the core in it, and verifies recordings there: in a worker of a browser, and in node.

const SITE = '/lib/python3.14/site-packages';
const FOLDER = '/recordings';

// A fresh interpreter with the core. `options` say where Pyodide's files are; `seed` is that of Python's hashes.
export async function start(loadPyodide, options, core, seed = '0') {
  const python = await loadPyodide({ ...options, env: { HOME: '/home/pyodide', PYTHONHASHSEED: seed } });
  python.unpackArchive(core, 'zip', { extractDir: SITE });
  python.FS.mkdirTree(FOLDER);
  python.pyimport('os').chdir(FOLDER);
  return python;
}

const verdicts = (python) => python.pyimport('sandbox.web.tab.verdict');

export const facts = (python) => JSON.parse(verdicts(python).facts());

// Puts a recording into the interpreter's folder under its own name, which its report will say; returns the name.
function put(python, bytes, name) {
  const file = name.split(/[\\/]/).pop() || 'recording.replay';
  python.FS.writeFile(file, bytes);
  return file;
}

// A level that is played in the interpreter: `ask` takes a message, and each answer is a text and a block of bytes.
export function play(python, level) {
  const live = python.pyimport('sandbox.web.tab.live').LiveLevel(level);
  const answer = () => {
    const held = live.block, block = held.toJs ? held.toJs() : held;
    held.destroy?.();
    return { text: live.text, block };
  };
  const bytes = () => {
    const held = live.recording(), recording = held.toJs ? held.toJs() : held;
    held.destroy?.();
    return recording;
  };
  return {
    begin: () => (live.pictures(), answer()),
    ask: (message) => (live.answer(message), answer()),
    recording: bytes,
    share: () => live.share(),
  };
}

// All digests of a run in this interpreter, and its end hash.
export function freshRun(python, bytes, name) {
  const found = verdicts(python).fresh(put(python, bytes, name));
  const copy = found.toJs();
  found.destroy();
  return copy;
}

// The report on a recording. `freshRuns` gives two runs of fresh interpreters; it is called only if a tick differs.
export async function verify(python, bytes, name, tell, freshRuns) {
  const verification = verdicts(python).TabVerification(put(python, bytes, name));
  try {
    const runs = verification.compare(tell) ? await freshRuns() : [];
    return JSON.parse(verification.report(...runs));
  } finally {
    verification.destroy();
  }
}
