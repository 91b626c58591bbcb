// The button "Verify in this browser": runs the recording of the page again in a worker, and says what came of it.
'use strict';

(() => {
  const $ = (id) => document.getElementById(id);
  const SEEDS = ['1', '2'];  // of Python's hashes, in the two fresh workers: what follows the order of a set parts them
  const workers = new Set();

  let kept = null;  // the files of the runtime, once they are loaded

  const say = (words) => { $('verdict').textContent = words; };

  const { inflated, load } = runtimeLoader;
  const block = (id) => inflated($(id).textContent);

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
      kept ??= await load($('verify').dataset.runtimeAt, say);
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
