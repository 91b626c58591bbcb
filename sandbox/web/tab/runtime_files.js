// Loads the runtime into a page: from its own blocks, or from the folder that several pages share.
'use strict';

const runtimeLoader = (() => {
  const PATIENCE_MS = 3000;  // after a frame has loaded: what has not handed its file over by then never will
  const SLOW_DISK_MS = 10_000, SLOW_NET_MS = 300_000;  // Firefox never says that a frame without a file has loaded

  // The bytes of a text of the page, which is deflated and in base64.
  async function inflated(text) {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

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

  // All files of the runtime: out of blocks of the page, or from the place that is named. `say` takes how far it is.
  async function load(place, say) {
    const files = {}, elements = [...document.querySelectorAll('script[data-runtime]')];
    const at = place && new URL(place, document.baseURI).href;
    if (at && !crypto.subtle) throw new Error('a browser checks files only in pages from https or from a disk');
    if (at) narrow(at);
    for (const [number, element] of elements.entries()) {
      if (at) say(`Loading the engine: file ${number + 1} of ${elements.length}.`);
      files[element.dataset.runtime] = await (at ? fromElsewhere(element, at) : inflated(element.textContent));
    }
    return files;
  }

  return { inflated, load };
})();
