// The button "Verify in this browser": runs the recording of the page again in a worker, and says what came of it.
'use strict';

(() => {
  const $ = (id) => document.getElementById(id);
  const SEEDS = ['1', '2'];  // of Python's hashes, in the two fresh workers: what follows the order of a set parts them
  const PATIENCE_MS = 3000;  // after a frame has loaded: what has not handed its file over by then never will
  const SLOW_DISK_MS = 10_000, SLOW_NET_MS = 300_000;  // Firefox never says that a frame without a file has loaded
  const workers = new Set();

  let kept = null;  // the files of the runtime, once they are loaded

  const say = (words) => { $('verdict').textContent = words; };

  // The bytes of a text of the page, which is deflated and in base64.
  async function inflated(text) {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const block = (id) => inflated($(id).textContent);

  // Narrows what the page may load to the very folder of the runtime. From a disk Chromium matches no folder.
  function narrow(at) {
    if (location.protocol === 'file:') return;
    const folder = at.replace(/[;,']/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const rule = { httpEquiv: 'Content-Security-Policy', content: `frame-src ${folder}` };
    document.head.append(Object.assign(document.createElement('meta'), rule));
  }

  // The text of a document of the runtime, which hands it over from a frame: its scripts can't reach this page.
  function handedOver(address, name) {
    return new Promise((resolve, reject) => {
      const frame = Object.assign(document.createElement('iframe'), { src: address, hidden: true });
      frame.sandbox = 'allow-scripts';
      const done = (act, value) => {
        removeEventListener('message', take);
        frame.remove();
        act(value);
      };
      const take = ({ source, data }) => {
        if (source === frame.contentWindow) done(resolve, String(data.text));
      };
      const missing = new Error(`${name} is not at ${address}; the page needs the folder of its runtime there`);
      addEventListener('message', take);
      frame.onload = () => setTimeout(done, PATIENCE_MS, reject, missing);
      setTimeout(done, location.protocol === 'file:' ? SLOW_DISK_MS : SLOW_NET_MS, reject, missing);
      document.body.append(frame);
    });
  }

  async function fromElsewhere(element, at) {
    const { runtime: name, document: file, sha256 } = element.dataset;
    const wrong = new Error(`${name} from ${at} is not the file that this page means, and was not used`);
    const bytes = await inflated(await handedOver(new URL(file, at).href, name)).catch((error) => {
      throw error.message.includes(name) ? error : wrong;
    });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    if (Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') !== sha256) throw wrong;
    return bytes;
  }

  async function runtimeFiles() {
    const files = {}, elements = [...document.querySelectorAll('script[data-runtime]')];
    const place = $('verify').dataset.runtimeAt, at = place && new URL(place, document.baseURI).href;
    if (at && !crypto.subtle) throw new Error('a browser checks files only in pages from https or from a disk');
    if (at) narrow(at);
    for (const [number, element] of elements.entries()) {
      if (at) say(`Loading the engine: file ${number + 1} of ${elements.length}.`);
      files[element.dataset.runtime] = await (at ? fromElsewhere(element, at) : block(element.id));
    }
    return files;
  }

  function start(task, take, fail) {
    const source = new Blob([$('verify-worker').textContent], { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(source));
    workers.add(worker);
    worker.onerror = (event) => fail(event.message || 'the worker could not be started');
    worker.onmessage = ({ data }) => (data.failed ? fail(data.failed) : take(data, worker));
    worker.postMessage(task);
  }

  function freshRun(task, seed, fail) {
    return new Promise((resolve) => start({ ...task, seed, fresh: true }, ({ run }) => resolve(run), fail));
  }

  function show(report) {
    const verdict = report.verdict === null ? 'nothing to compare with' : report.verdict;
    $('verify').dataset.verdict = verdict;
    say(`${verdict}: ${report.reason}`);
    for (const line of report.explanation) {
      $('verify-lines').append(Object.assign(document.createElement('li'), { textContent: line }));
    }
  }

  function end() {
    for (const worker of workers) worker.terminate();
    workers.clear();
    $('verify-progress').hidden = true;
    $('verify-start').disabled = false;
  }

  async function verify() {
    $('verify-start').disabled = true;
    $('verify-lines').replaceChildren();
    delete $('verify').dataset.verdict;
    const bar = $('verify-progress');
    bar.removeAttribute('value');
    bar.hidden = false;
    say('Starting the engine in this browser, which takes some seconds.');
    const fail = (why) => {
      $('verify').dataset.verdict = 'failed';
      say(`It could not be verified here: ${why}. Download the recording, and verify it with the program.`);
      end();
    };
    try {
      kept ??= await runtimeFiles();
      const task = { files: kept, recording: await block('verify-recording'), seed: '0' };
      say('Starting the engine in this browser, which takes some seconds.');
      task.name = $('verify').dataset.name;
      start(task, async (news, worker) => {
        if (news.facts) {
          const { engine, code, class: of } = news.facts;
          $('verify-facts').textContent = `It runs ${engine}, code ${code}, class of arithmetic: ${of}.`;
        } else if (news.all) {
          Object.assign(bar, { max: news.all, value: news.done });
          say(`Running it again: tick ${news.done} of ${news.all}.`);
        } else if (news.differs) {
          say('A tick differs. It is run twice more, in fresh workers, to see whether they agree.');
          worker.postMessage({ runs: await Promise.all(SEEDS.map((seed) => freshRun(task, seed, fail))) });
        } else if (news.report) {
          show(news.report);
          end();
        }
      }, fail);
    } catch (error) {
      fail(String(error.message || error));
    }
  }

  async function download() {
    const file = URL.createObjectURL(new Blob([await block('verify-recording')]));
    Object.assign(document.createElement('a'), { href: file, download: $('verify').dataset.name }).click();
    URL.revokeObjectURL(file);
  }

  $('verify-start').onclick = verify;
  $('verify-download').onclick = download;
})();
