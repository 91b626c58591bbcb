// The worker behind a level that is played: started with the engine's files, and asked one thing after the other.

export class PlayWorker {
  // `take` gets each answer: {text, block}; `fail` a sentence.
  constructor(take, fail) {
    Object.assign(this, { take, fail, queue: [], busy: true, waiting: new Map(), worker: null });
  }

  async begin(level, place, say) {
    const source = document.getElementById("play-worker").textContent;
    this.worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    this.worker.onerror = (event) => this.fail(event.message || "the worker could not be started");
    this.worker.onmessage = ({ data }) => this.answered(data);
    const files = await runtimeLoader.load(place, say);
    this.worker.postMessage({ files, level, seed: "0" });
  }

  answered(data) {
    if (data.failed) return this.fail(data.failed);
    if (data.taken) {
      this.waiting.get(data.taken)?.(data.content);
      this.waiting.delete(data.taken);
      return;
    }
    this.busy = false;
    this.take(JSON.parse(data.text), data.block);
    this.pump();
  }

  // Sends a message when its turn comes; of several moves of the pointer only the last is sent.
  ask(message) {
    const last = this.queue.at(-1);
    if (message.do === "point" && last?.do === "point") this.queue.pop();
    this.queue.push(message);
    this.pump();
  }

  get idle() {
    return !this.busy && !this.queue.length;
  }

  pump() {
    if (this.busy || !this.queue.length) return;
    this.busy = true;
    const message = { ...this.queue.shift(), now: performance.now(), view: this.view() };
    this.worker.postMessage({ message: JSON.stringify(message) });
  }

  // The recording, or the text to share.
  fetched(what) {
    return new Promise((resolve) => {
      this.waiting.set(what, resolve);
      this.worker.postMessage({ take: what });
    });
  }
}
