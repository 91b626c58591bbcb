// The time line: all chapters one after the other, with marks of commands and of what happened.

const STILL = 0.25;  // s of the line for a step of building: a few, as in the window

export class Timeline {
  constructor(chapters, rate) {
    this.chapters = chapters;
    this.rate = rate;
    this.starts = [];
    this.length = 0;
    for (const chapter of chapters) {
      this.starts.push(this.length);
      this.length += this.span(chapter);
    }
  }

  span(chapter) {
    return chapter.number ? Math.max(chapter.seconds, 1 / this.rate) : STILL;
  }

  // The place of a time of a chapter on the line, and back (s).
  place(index, seconds) {
    return this.starts[index] + (this.chapters[index].number ? seconds : 0);
  }

  find(place) {
    let index = 0;
    while (index + 1 < this.starts.length && this.starts[index + 1] <= place + 1e-9) index++;
    return [index, this.chapters[index].number ? Math.max(0, place - this.starts[index]) : 0];
  }

  // What happened, on the line: [place, what, text].
  marks() {
    if (this.listed) return this.listed;
    const marks = [];
    this.chapters.forEach((chapter, index) => {
      if (!chapter.number) marks.push([this.starts[index], "step", chapter.text]);
      for (const [tick, what, text] of chapter.happened || []) {
        marks.push([this.place(index, Math.max(0, (tick - chapter.tick) / this.rate)), what, text]);
      }
    });
    this.listed = marks.sort((a, b) => a[0] - b[0]);
    return this.listed;
  }

  next(place, way) {
    const marks = this.marks().map(([at]) => at);
    return way > 0 ? marks.find((at) => at > place + 1e-6) : marks.findLast((at) => at < place - 1e-6);
  }

  paint(canvas, colours) {
    const scale = devicePixelRatio, width = (canvas.width = Math.max(1, canvas.clientWidth * scale));
    const height = (canvas.height = Math.max(1, canvas.clientHeight * scale)), pen = canvas.getContext("2d");
    const at = (place) => (place / Math.max(this.length, 1e-9)) * (width - 2 * scale) + scale;
    this.chapters.forEach((chapter, index) => {
      pen.fillStyle = chapter.number ? colours.bar : colours.line;
      const from = at(this.starts[index]);
      pen.fillRect(from, height - 4 * scale, Math.max(scale, at(this.starts[index] + this.span(chapter)) - from - scale), 3 * scale);
    });
    for (const [place, what] of this.marks()) {
      const tall = ["won", "lost", "parted"].includes(what) ? height : what === "step" || what === "struck" ? 0.35 * height : 0.65 * height;
      pen.fillStyle = what === "won" ? colours.good : what === "lost" || what === "parted" ? colours.bad : colours.link;
      pen.fillRect(at(place) - scale / 2, height - tall, scale, tall - 4 * scale);
    }
  }
}
