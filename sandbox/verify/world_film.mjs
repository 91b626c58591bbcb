"use strict";
// Draws both runs of the world of another program from the outlines of its bodies, in whatever unit it has.
const MICROMETRE = 1e-6;

function floats(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}

function reach(outlines) {  // from the centre of a body
  let most = 0;
  for (const outline of outlines)
    if (outline.length === 3) most = Math.max(most, Math.hypot(outline[0], outline[1]) + outline[2]);
    else for (let i = 0; i < outline[1].length; i += 2) most = Math.max(most, Math.hypot(outline[1][i], outline[1][i + 1]));
  return most;
}

class Player {
  constructor(box, film) {
    this.film = film;
    this.then = floats(film.then);
    this.now = floats(film.now);
    this.bodies = film.parts.length;
    this.canvas = box.querySelector("canvas");
    this.slider = box.querySelector("input");
    this.slider.max = film.ticks.length - 1;
    this.output = box.querySelector("output");
    this.button = box.querySelector(".play");
    this.playing = false;
    this.last = new Array(film.ticks.length);  // of each frame: the frame whose recorded poses are shown
    for (let frame = 0, known = -1; frame < film.ticks.length; frame++) {  // -1: none is recorded yet
      if (!Number.isNaN(this.then[frame * this.bodies * 3])) known = frame;
      this.last[frame] = known;
    }
    this.mark();
    this.frame();
    this.button.onclick = () => this.toggle();
    box.querySelector(".back").onclick = () => this.go(+this.slider.value - 1);
    box.querySelector(".step").onclick = () => this.go(+this.slider.value + 1);
    this.slider.oninput = () => this.draw();
    this.draw();
  }
  at(poses, frame, body) {
    const start = (frame * this.bodies + body) * 3;
    return [poses[start], poses[start + 1], poses[start + 2]];
  }
  mark() {  // which bodies differ in any frame
    this.differs = new Array(this.bodies).fill(false);
    for (let frame = 0; frame < this.film.ticks.length; frame++)
      for (let body = 0; body < this.bodies; body++) {
        if (this.last[frame] !== frame) continue;
        const [x, y, a] = this.at(this.now, frame, body), [u, v, b] = this.at(this.then, frame, body);
        if ((Math.hypot(x - u, y - v) > MICROMETRE || Math.abs(a - b) > 1e-5))
          this.differs[body] = true;
      }
  }
  frame() {  // the view: all bodies that move or differ, and what stands near
    let [left, right, low, high] = [1e9, -1e9, 1e9, -1e9];
    for (let body = 0; body < this.bodies; body++) {
      if (!this.film.outlines[body].length) continue;
      for (const poses of [this.now, this.then])
        for (let frame = 0; frame < this.film.ticks.length; frame += 8) {
          const [x, y] = this.at(poses, frame, body);
          if (!(Math.abs(x) < 1e4 && Math.abs(y) < 1e4)) continue;
          left = Math.min(left, x); right = Math.max(right, x); low = Math.min(low, y); high = Math.max(high, y);
        }
    }
    let margin = 0.3;
    this.film.outlines.forEach((outlines, body) => {
      if (this.film.parts[body]) margin = Math.max(margin, reach(outlines));
    });
    this.scale = Math.min(this.canvas.width / (right - left + 2 * margin), this.canvas.height / (high - low + 2 * margin));
    this.x0 = (left + right) / 2 - this.canvas.width / 2 / this.scale;
    this.y0 = (low + high) / 2 - this.canvas.height / 2 / this.scale;
  }
  body(g, pose, outlines) {
    if (!Number.isFinite(pose[0])) return;  // it is not there
    g.save();
    g.translate(pose[0], pose[1]);
    g.rotate(pose[2]);
    for (const outline of outlines) {
      g.beginPath();
      if (outline.length === 3) g.arc(outline[0], outline[1], outline[2], 0, 2 * Math.PI);
      else {
        const points = outline[1];
        for (let i = 0; i < points.length; i += 2) g.lineTo(points[i], points[i + 1]);
        g.closePath();
      }
      if (outline.length === 3) { g.moveTo(outline[0], outline[1]); g.lineTo(outline[0] + outline[2], outline[1]); }
      g.stroke();
    }
    g.restore();
  }
  trail(g, frame, body) {  // where the recorded run is known to have been
    g.beginPath();
    for (let known = this.last[frame], count = 0; known >= 0 && count < 240; known--, count++)
      if (this.last[known] === known) g.lineTo(...this.at(this.then, known, body).slice(0, 2));
    g.globalAlpha = 0.4; g.stroke(); g.globalAlpha = 1;
  }
  draw() {
    const frame = +this.slider.value, g = this.canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, this.canvas.width, this.canvas.height);
    g.setTransform(this.scale, 0, 0, -this.scale, -this.x0 * this.scale, this.canvas.height + this.y0 * this.scale);
    g.lineJoin = "round";
    let greatest = 0;
    for (let body = 0; body < this.bodies; body++) {
      const outlines = this.film.outlines[body], now = this.at(this.now, frame, body);
      if (!this.differs[body]) {
        g.strokeStyle = style.getPropertyValue("--ink"); g.globalAlpha = 0.35; g.lineWidth = 1.2 / this.scale;
        this.body(g, now, outlines);
        continue;
      }
      const known = this.last[frame];
      g.globalAlpha = 1; g.lineWidth = 2 / this.scale;
      if (known >= 0) {
        g.strokeStyle = style.getPropertyValue("--then"); this.trail(g, frame, body);
        g.setLineDash([6 / this.scale, 4 / this.scale]);  // colour is not the only sign
        this.body(g, this.at(this.then, known, body), outlines);
        g.setLineDash([]);
      }
      g.strokeStyle = style.getPropertyValue("--now"); this.body(g, now, outlines);
      const then = known === frame ? this.at(this.then, known, body) : now;
      const apart = Math.hypot(now[0] - then[0], now[1] - then[1]);
      if (this.film.parts[body] && apart > greatest) greatest = apart;
    }
    const known = this.last[frame];
    const apart = known === frame ? `${(greatest * 1000).toPrecision(3)} mm apart`
      : known < 0 ? "not recorded" : `not recorded here; violet: as on tick ${this.film.ticks[known]}`;
    this.output.textContent = `tick ${this.film.ticks[frame]}: ${apart}`;
  }
  go(frame) {
    this.slider.value = Math.max(0, Math.min(this.film.ticks.length - 1, frame));
    this.draw();
  }
  toggle() {
    this.playing = !this.playing;
    this.button.textContent = this.playing ? "Pause" : "Play";
    if (!this.playing) return;
    if (+this.slider.value === this.film.ticks.length - 1) this.go(0);
    const began = performance.now(), from = +this.slider.value;
    const next = time => {
      if (!this.playing) return;
      this.go(from + Math.floor((time - began) / 1000 * this.film.fps));
      if (+this.slider.value === this.film.ticks.length - 1) this.toggle();
      else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }
}
new Player(document.body, JSON.parse(document.getElementById("film").textContent));
