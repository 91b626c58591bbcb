// Buttons, keys and pointers of a page that plays a recording; and its beginning.

const KEY_PX = 60;                               // px by which an arrow key moves the view

Object.assign(Player.prototype, {
  listen() {
    const on = (id, what, act) => $(id).addEventListener(what, act);
    on("play", "click", () => this.play(!this.playing));
    on("back", "click", () => this.step(-1));
    on("step", "click", () => this.step(1));
    on("start", "click", () => this.go(this.index, 0));
    on("fit", "click", () => this.fit());
    on("speed", "change", () => this.setSpeed(Number($("speed").value)));
    on("theme", "change", () => this.choose(Number($("theme").value)));
    on("chapters", "change", () => this.go(Number($("chapters").value), 0));
    on("time", "input", () => this.goTo(Number($("time").value) / 1000));
    on("sound", "click", () => this.mute());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.open());
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.look((camera) => camera.wheel(event));
    }, { passive: false });
    for (const what of ["down", "move", "up", "cancel", "leave"]) {
      this.canvas.addEventListener(`pointer${what}`, (event) => this.pointer(what, event));
    }
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.build();
      this.dirty = true;
    });
  },

  pointer(what, event) {
    const { pointers } = this, before = pointers.get(event.pointerId), now = [event.offsetX, event.offsetY];
    if (what === "down") {
      this.canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, now);
      if (event.pointerType === "touch") this.point(...now);
      return;
    }
    if (what !== "move") {
      pointers.delete(event.pointerId);
      if (what === "leave" && event.pointerType !== "touch") this.name(0);
      return;
    }
    if (!before) {
      this.point(...now);
      return;
    }
    if (pointers.size === 1) this.look((camera) => camera.drag(now[0] - before[0], now[1] - before[1]));
    else {
      const [, other] = [...pointers].find(([id]) => id !== event.pointerId);
      this.look((camera) => camera.pinch(before, now, other));
    }
    pointers.set(event.pointerId, now);
  },

  key(event) {
    const inField = event.target.closest("select, summary, button"), onLine = event.target === $("time");
    const act = this.action(event, onLine);
    if (!act || event.ctrlKey && event.key !== "Home" || event.altKey || event.metaKey) return;
    if (inField && (event.key === " " || event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    act();
  },

  action(event, onLine) {
    const { key, shiftKey: shift } = event, middle = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
    const mark = (way) => () => {
      const place = this.timeline.next(this.place(), way);
      if (place !== undefined) this.goTo(place);
    };
    const move = (dx, dy) => () => this.look((camera) => camera.drag(-dx * KEY_PX, dy * KEY_PX));
    const zoom = (factor) => () => this.look((camera) => camera.zoomAt(factor, ...middle));
    const onCanvas = event.target === this.canvas;
    switch (key) {
      case " ": return () => this.play(!this.playing);
      case ",": return () => this.step(-1);
      case ".": return () => this.step(1);
      case "PageUp": return shift ? mark(-1) : () => this.goTo(this.place() - 1);
      case "PageDown": return shift ? mark(1) : () => this.goTo(this.place() + 1);
      case "n": case "N": return mark(1);
      case "r": case "R": return () => this.go(this.index, 0);
      case "End": return onLine ? null : () => this.go(this.index, this.head.chapters[this.index].seconds);
      case "Home": return onLine ? null : event.ctrlKey ? () => this.go(this.index, 0) : () => this.fit();
      case "0": return () => this.fit();
      case "[": return () => this.setSpeed(this.speed / 2);
      case "]": return () => this.setSpeed(this.speed * 2);
      case "+": case "=": return zoom(1.25);
      case "-": return zoom(0.8);
      case "ArrowLeft": return onCanvas ? move(-1, 0) : null;
      case "ArrowRight": return onCanvas ? move(1, 0) : null;
      case "ArrowUp": return onCanvas ? move(0, 1) : null;
      case "ArrowDown": return onCanvas ? move(0, -1) : null;
      case "M": return () => this.mute();
      case "F9": return shift ? () => this.calm() : () => this.choose((this.theme + 1) % this.head.themes.length);
      case "F1": case "?": return () => {
        $("keys").open = true;
        $("keys").scrollIntoView();
        $("keys").querySelector("summary").focus();
      };
      default: return null;
    }
  },

  mute() {
    this.sound.toggle();
    $("sound").setAttribute("aria-pressed", String(this.sound.on));
  },

  calm() {
    this.still = !this.still;
    this.dirty = true;
  },
});

let player;

async function begin() {
  const notice = (text) => Object.assign($("notice"), { textContent: text, hidden: false });
  if (typeof DecompressionStream === "undefined") {
    notice("This browser can't unpack the recording: it needs DecompressionStream, which browsers have had since 2023.");
    return;
  }
  try {
    player = new Player(await unpack($("recording").textContent));
  } catch (error) {
    notice(error instanceof NoWebGL ? `${error.message} The recording itself can still be verified on a desktop.` : `The page can't be shown: ${error.message}`);
    throw error;
  }
  requestAnimationFrame((now) => player.loop(now));
}

begin();
