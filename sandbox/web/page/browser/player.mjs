// Plays the recording of a page: time, view, keys, and what stands beside the picture.
import { Air } from "./air.mjs";
import { Camera } from "./camera.mjs";
import { NoWebGL, Painter } from "./gl.mjs";
import { Chapter, Frame, Marks, Stage, ownerAt } from "./scene.mjs";
import { Sound } from "./sound.mjs";
import { Timeline } from "./timeline.mjs";
import { unpack } from "./tracks.mjs";

const SPEEDS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];
const LISTED = 400;                              // marks and parts that are listed by name
const ALIKE = 0.25;                              // px: what is nearer than this to the other run is not drawn twice
const TOLD_EVERY = 4;                            // frames while playing: nobody reads a clock faster
const STILL_S = 0.25;                            // for which a step of building is shown while playing
const THEME_KEY = "contraption-theme";            // as in site.js
const $ = (id) => document.getElementById(id);

class Player {
  constructor(block) {
    const { head } = block;
    Object.assign(this, { block, head, playing: false, speed: 1, time: 0, index: 0, dirty: true, frames: 0, prepared: new Map() });
    head.chapters.forEach((chapter, index) => {
      chapter.index = index;
      chapter.seconds = chapter.ticks ? block.view(chapter.ticks).at(-1) / head.rate : 0;
    });
    this.timeline = new Timeline(head.chapters, head.rate);
    this.canvas = $("canvas");
    this.sound = new Sound(block);
    this.polygons = block.view(head.tables.polygons);
    this.frame = new Frame(block);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.theme = this.firstTheme();
    this.camera = new Camera(this.canvas, head.steps.margin);
    this.pointers = new Map();
    this.build();
    this.describe();
    this.wear(this.theme);
    this.listen();
    this.open();
  }

  build() {
    const { head } = this;
    this.painter = new Painter(this.canvas, head.programs, this.polygons, head.tables.shelves, this.frame.vectors / 4);
    this.stage = new Stage(this.block, this.painter, this.painter.scene);
    this.echo = new Stage(this.block, this.painter, this.painter.echo);
    this.marks = new Marks(this.block, this.painter);
    this.air = new Air(this.block, this.painter);
    this.marks.wear(head.themes[this.theme].signs);
  }

  // -- what is shown

  get chapter() {
    if (!this.prepared.has(this.index)) {
      if (this.prepared.size > 4) this.prepared.delete(this.prepared.keys().next().value);
      this.prepared.set(this.index, new Chapter(this.block, this.head.chapters[this.index]));
    }
    return this.prepared.get(this.index);
  }

  // Goes to a time (s) of a chapter.
  go(index, seconds) {
    const other = index !== this.index;
    this.index = Math.max(0, Math.min(index, this.head.chapters.length - 1));
    this.time = Math.max(0, Math.min(seconds, this.head.chapters[this.index].seconds));
    if (other) this.enter();
    this.sound.hush();
    this.shown = this.time;
    this.dirty = true;
  }

  place() {
    return this.timeline.place(this.index, this.time);
  }

  goTo(place) {
    this.go(...this.timeline.find(Math.max(0, Math.min(place, this.timeline.length))));
  }

  enter() {
    const { camera, chapter } = this;
    $("chapters").value = String(this.index);
    $("step-text").textContent = chapter.at.number ? "" : chapter.at.text;
    this.goals = "";
    camera.world = this.head.looks[chapter.at.look];
    if (camera.fitted) this.fit();
    this.name(chapter.at.ghost?.part || 0);
  }

  // Prepares a frame, and leaves the drawing to the graphics card.
  show() {
    const { chapter, camera, painter } = this, [frame, leftover] = chapter.find(this.time);
    this.stage.show(chapter, frame, 0);
    this.showGhost(chapter);
    const values = this.frame.fill(chapter, frame, leftover, camera, this.theme, this.still);
    this.marks.show(chapter, frame, chapter.at.pixel / camera.pixel, this.still);
    this.air.show(this.stage, frame, this.frame.time, 1 / camera.pixel);
    this.leftover = leftover;
    const look = this.frame.looks[chapter.at.look];
    painter.draw(values, { scene: look.scene, coarse: values[63] }, this.frame.key(chapter));
    if (!this.playing || this.frames % TOLD_EVERY === 0) this.tell(chapter, frame, leftover);
  }

  // Draws the other run translucent over this one, where the two differ visibly.
  showGhost(chapter) {
    const { ghost } = chapter.at;
    if (!ghost) {
      this.echo.clear();
      return;
    }
    this.ghost ??= new Chapter(this.block, Object.assign(ghost, { index: "ghost" }));
    this.echo.show(this.ghost, this.ghost.find(this.time)[0], 3);
    this.echo.leaveOut(this.stage, ALIKE / this.camera.zoom);
  }

  tell(chapter, frame, leftover) {
    const seconds = chapter.ticks[frame] / this.head.rate + leftover, tick = chapter.at.tick + chapter.ticks[frame];
    const before = chapter.at.number ? (chapter.at.tick - chapter.at.begin) / this.head.rate : 0;
    const clock = chapter.at.number ? `${chapter.at.text}: ${(before + seconds).toFixed(2)} s (tick ${tick})` : chapter.at.text;
    if ($("clock").textContent !== clock) $("clock").textContent = clock;
    $("time").value = String(Math.round(this.place() * 1000));
    $("time").setAttribute("aria-valuetext", clock);
    this.tellGhost(chapter, frame, tick);
    this.tellGoals(chapter, frame);
  }

  // Says what the other run is, and where the two part; of a run that is known on some ticks only, which one is shown.
  tellGhost(chapter, frame, tick) {
    const { ghost } = chapter.at, parted = ghost?.partsAt, last = ghost?.known?.findLast((known) => known <= tick);
    const where = parted == null ? "As long as both run, they are equal on every tick." : `They part at ${((parted - chapter.at.begin) / this.head.rate).toFixed(3)} s of the run (tick ${parted}).`;
    const gap = !ghost?.known || last === tick ? "" : last === undefined ? " Nothing is recorded here." : ` Nothing is recorded here: it is shown as on tick ${last}.`;
    const apart = ghost?.apart?.[frame] > 0 && !gap ? ` Here they are up to ${ghost.apart[frame]} mm apart.` : "";
    const text = ghost ? `Drawn through it, in violet: ${ghost.name}. ${where}${gap}${apart}` : "";
    if ($("ghost").textContent !== text) $("ghost").textContent = text;
  }

  tellGoals(chapter, frame) {
    const { met, outcome } = chapter.goalsAt(frame), key = `${this.index} ${met} ${outcome}`;
    if (this.goals === key) return;
    this.goals = key;
    const rows = (chapter.at.goalTexts || []).map((text, i) => [met[i] ? "met" : "open", met[i] ? "\u2714 Met" : "\u25CB Open", text]);
    if (outcome === "won") rows.push(["met", "\u2714 Solved", ""]);
    if (outcome === "lost") rows.push(["lost", "\u2716 Lost", (chapter.at.failTexts || []).join("; ")]);
    $("goals").replaceChildren(...rows.map(([kind, word, text]) => {
      const row = document.createElement("li"), state = document.createElement("b");
      row.className = kind;
      state.textContent = text ? `${word}: ` : word;
      row.append(state, text);
      return row;
    }));
  }

  loop(now) {
    const seconds = Math.min(0.25, (now - (this.before ?? now)) / 1000);
    this.before = now;
    if (this.playing) this.goOn(seconds * this.speed);
    if (this.dirty) {
      this.dirty = false;
      this.show();
      if (!this.frames++) performance.mark("first picture");
    }
    requestAnimationFrame((next) => this.loop(next));
  }

  goOn(seconds) {
    const { chapters } = this.head, here = chapters[this.index], last = here.number ? here.seconds : STILL_S;
    this.shown = (here.number ? this.time : this.shown || 0) + seconds;
    if (here.number) this.sound.goOn(here, this.time, Math.min(this.shown, last), this.speed);
    if (this.shown < last) this.time = here.number ? this.shown : 0;
    else if (this.index + 1 < chapters.length) {
      this.go(this.index + 1, 0);
      this.shown = 0;
    } else {
      this.go(this.index, last);
      this.play(false);
    }
    this.dirty = true;
  }

  play(on) {
    if (on && this.index + 1 === this.head.chapters.length && this.time >= this.head.chapters[this.index].seconds) {
      this.go(this.index, 0);
    }
    this.playing = on;
    if (!on) this.sound.hush();
    this.shown = this.time;
    $("play").textContent = on ? "\u275A\u275A" : "\u25B6";
    $("play").setAttribute("aria-label", on ? "Pause" : "Play");
    this.dirty = true;
  }

  // Goes on or back by pictures.
  step(by) {
    this.play(false);
    const { chapter } = this, [frame, leftover] = chapter.find(this.time);
    const next = by < 0 && leftover > 1e-6 ? frame : frame + by;
    if (next >= chapter.frames) this.go(this.index + 1, 0);
    else if (next >= 0) this.go(this.index, chapter.ticks[next] / this.head.rate);
    else if (this.index) this.go(this.index - 1, this.head.chapters[this.index - 1].seconds);
  }

  setSpeed(speed) {
    this.speed = Math.max(SPEEDS[0], Math.min(SPEEDS.at(-1), speed));
    $("speed").value = String(this.speed);
  }

  // -- the view

  resize() {
    this.camera.measure();
    this.timeline.paint($("marks"), this.colours);
    this.dirty = true;
  }

  fit() {
    this.look((camera) => camera.fit());
  }

  // Moves the view.
  look(move) {
    move(this.camera);
    this.dirty = true;
  }

  // Shows the name of a part, at a pixel of the picture or at its lower edge.
  name(owner, px, py) {
    if (owner !== this.stage.hovered) {
      this.stage.hovered = owner;
      this.dirty = true;
    }
    const label = $("name");
    label.hidden = !owner;
    if (!owner) return;
    label.textContent = this.head.names[owner] || "";
    const box = this.canvas.getBoundingClientRect(), left = px === undefined ? 8 : Math.min(px + 14, box.width * 0.6);
    const top = py === undefined ? box.height - 34 : Math.min(py + 14, box.height - 34);
    label.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  point(px, py) {
    const owner = this.stage.chapter ? ownerAt(this.stage, this.polygons, ...this.camera.point(px, py), this.leftover || 0) : 0;
    this.name(owner, px, py);
  }

  // -- what stands beside the picture

  describe() {
    const { head } = this, option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
    $("title").textContent = $("title").title = head.title;
    $("text").textContent = head.text;
    $("made").textContent = `Played by contraption sandbox ${head.version}, as it was recorded. A page shows a run and proves nothing: "sandbox verify" runs the recording again, and compares every tick.`;
    $("chapters").replaceChildren(...head.chapters.map((chapter, i) => {
      const text = chapter.number ? `${chapter.text}, ${chapter.seconds.toFixed(1)} s` : `Building: ${chapter.text}`;
      return option(i, text.length > 60 ? `${text.slice(0, 59)}\u2026` : text);
    }));
    $("theme").replaceChildren(...head.themes.map((theme, i) => option(i, theme.title)));
    const named = (speed) => (speed < 1 ? `1/${1 / speed} \u00D7` : `${speed} \u00D7`);
    $("speed").replaceChildren(...SPEEDS.map((speed) => option(speed, named(speed))));
    $("speed").value = "1";
    $("sound").hidden = !head.waves.length;
    $("time").max = String(Math.max(1, Math.round(this.timeline.length * 1000)));
    this.list($("events"), this.timeline.marks(), ([place, what, text]) => [
      `${place.toFixed(2)} s: ${what}${text && text !== what ? ` (${text})` : ""}`, () => this.goTo(place), null,
    ]);
    this.list($("parts"), Object.entries(head.names), ([id, name]) => [
      `${id} ${name}`, () => this.name(Number(id)), () => this.name(Number(id)),
    ]);
  }

  list(box, items, row) {
    const rows = items.slice(0, LISTED).map((item) => {
      const [text, act, look] = row(item), line = document.createElement("li"), button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", act);
      if (look) button.addEventListener("focus", look);
      line.append(button);
      return line;
    });
    if (items.length > LISTED) {
      rows.push(Object.assign(document.createElement("li"), { textContent: `and ${items.length - LISTED} more` }));
    }
    box.replaceChildren(...rows);
  }

  // The theme that was chosen in a site or by the page's maker, or else the first one that suits the system's colours.
  firstTheme() {
    const { themes, theme } = this.head, name = this.keptTheme() || theme, dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const usual = themes.findIndex((one) => one.dark === dark), named = themes.findIndex((one) => one.name === name);
    return Math.max(0, named < 0 ? usual : named);
  }

  // A page of a site has the theme that was chosen in the site, if this browser keeps it.
  keptTheme(chosen) {
    if (!this.head.ofSite) return null;
    try {
      if (chosen) localStorage.setItem(THEME_KEY, chosen);
      return localStorage.getItem(THEME_KEY);
    } catch {
      return null;
    }
  }

  choose(index) {
    this.wear(index);
    this.keptTheme(this.head.themes[index].name);
  }

  wear(index) {
    this.theme = index;
    const theme = this.head.themes[index], root = document.documentElement;
    root.classList.toggle("dark", theme.dark);
    for (const [name, colour] of Object.entries(theme.inks)) root.style.setProperty(name, colour);
    $("theme").value = String(index);
    const { inks } = theme;
    this.colours = { bar: inks["--bar"], line: inks["--line"], good: inks["--good"], bad: inks["--bad"], link: inks["--link"] };
    this.marks.wear(theme.signs);
    this.timeline.paint($("marks"), this.colours);
    this.dirty = true;
  }

  // Opens at the moment that the address names (#run=2&t=1.5, or #tick=480), or at the beginning of the last run.
  open() {
    const asked = new URLSearchParams(location.hash.slice(1)), { chapters } = this.head;
    const runs = chapters.filter((chapter) => chapter.number);
    let run = runs.find((chapter) => String(chapter.number) === asked.get("run")) || runs.at(-1) || chapters.at(-1);
    let seconds = Number(asked.get("t")) || 0;
    const tick = asked.has("tick") ? Number(asked.get("tick")) : NaN;
    if (Number.isFinite(tick)) {
      run = chapters.findLast((chapter) => chapter.tick <= tick) || chapters[0];
      seconds = (tick - run.tick) / this.head.rate;
    }
    this.go(run.index, seconds);
    this.resize();
    this.enter();
  }
}
