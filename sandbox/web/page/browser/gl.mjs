// WebGL 2: programs, instanced meshes and the block of numbers that all programs share; as gl_mesh.py for the desktop.

const FLOATS = "f", BYTES = "b";
const BODY_DYNAMIC = [[FLOATS, 3], [FLOATS, 3], [FLOATS, 1]];
const BODY_STATIC = [[FLOATS, 4], [FLOATS, 4], [FLOATS, 4], [FLOATS, 4], [FLOATS, 3], [BYTES, 4]];
const CORD_DYNAMIC = [[FLOATS, 3], [FLOATS, 3], [FLOATS, 3], [FLOATS, 3], [FLOATS, 1], [FLOATS, 1]];
const CORD_STATIC = [[FLOATS, 4], [FLOATS, 4], [FLOATS, 3], [BYTES, 4]];
const MARK = [[FLOATS, 4], [FLOATS, 4], [BYTES, 4], [BYTES, 4], [FLOATS, 4]];
export const BODY_BYTES = 80, CORD_BYTES = 48, BODY_FLOATS = 7, CORD_FLOATS = 14;
const QUAD = [-1, -1, 1, -1, -1, 1, 1, 1];
const CORD_SEGMENTS = 24, SHELF = 16, POINTS = 64;
const RIBBON = Array.from({ length: CORD_SEGMENTS + 1 }, (_, i) => [i / CORD_SEGMENTS, -1, i / CORD_SEGMENTS, 1]).flat();

export class Shader {
  constructor(gl, name, vertex, fragment) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    this.name = name;
  }

  // Waits for the compiler, which works beside; so all programs are begun before the first is asked.
  finish() {
    const gl = this.gl;
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const logs = gl.getAttachedShaders(this.program).map((shader) => gl.getShaderInfoLog(shader));
      throw new Error(`${this.name}: ${logs.join(" ")} ${gl.getProgramInfoLog(this.program)}`);
    }
    const block = gl.getUniformBlockIndex(this.program, "Frame");
    if (block !== gl.INVALID_INDEX) gl.uniformBlockBinding(this.program, block, 0);
    gl.useProgram(this.program);
    for (const [unit, sampler] of ["polygons", "backdrop"].entries()) {
      const place = gl.getUniformLocation(this.program, sampler);
      if (place) gl.uniform1i(place, unit);
    }
    return this;
  }

  use() {
    this.gl.useProgram(this.program);
  }
}

class Mesh {
  constructor(gl, strip, dynamic, fixed) {
    this.gl = gl;
    this.count = 0;
    this.vertices = strip.length / 2;
    this.vao = gl.createVertexArray();
    gl.bindVertexArray(this.vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(strip), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    let location = 1;
    const layOut = (fields) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      const stride = fields.reduce((sum, [kind, size]) => sum + (kind === BYTES ? size : 4 * size), 0);
      let offset = 0;
      for (const [kind, size] of fields) {
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, size, kind === BYTES ? gl.UNSIGNED_BYTE : gl.FLOAT, kind === BYTES, stride, offset);
        gl.vertexAttribDivisor(location++, 1);
        offset += kind === BYTES ? size : 4 * size;
      }
      return buffer;
    };
    this.dynamic = dynamic.length ? layOut(dynamic) : null;
    this.fixed = fixed.length ? layOut(fixed) : null;
    gl.bindVertexArray(null);
  }

  setFixed(bytes, count) {
    this.count = count;
    this.upload(this.fixed, bytes);
  }

  setDynamic(floats) {
    this.upload(this.dynamic, floats);
  }

  upload(buffer, data) {
    if (!this.count) return;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, data, this.gl.DYNAMIC_DRAW);
  }

  draw() {
    if (!this.count) return;
    this.gl.bindVertexArray(this.vao);
    this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, this.vertices, this.count);
  }
}

class Layer {
  constructor(gl) {
    this.bodies = new Mesh(gl, QUAD, BODY_DYNAMIC, BODY_STATIC);
    this.behind = new Mesh(gl, RIBBON, CORD_DYNAMIC, CORD_STATIC);
    this.front = new Mesh(gl, RIBBON, CORD_DYNAMIC, CORD_STATIC);
  }
}

export class NoWebGL extends Error {}

// Draws what a scene holds: the same passes in the same order as canvas.py.
export class Painter {
  constructor(canvas, programs, polygons, shelves, vectors) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, stencil: false });
    if (!gl) throw new NoWebGL("This browser has no WebGL 2, or it is switched off.");
    this.gl = gl;
    this.programs = {};
    for (const [name, [vertex, fragment]] of Object.entries(programs)) {
      this.programs[name] = new Shader(gl, name, vertex, fragment);
    }
    this.block = gl.createBuffer();
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.block);
    gl.bufferData(gl.UNIFORM_BUFFER, vectors * 16, gl.DYNAMIC_DRAW);
    gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, this.block);
    this.paper = new Mesh(gl, QUAD, [], []);
    this.paper.count = 1;
    this.scene = new Layer(gl);
    this.echo = new Layer(gl);
    this.marks = {};
    for (const name of ["under", "air", "rays", "effects", "over"]) this.marks[name] = new Mesh(gl, QUAD, [], MARK);
    this.layPolygons(polygons, shelves);
    this.backdrop = gl.createTexture();
    this.framebuffer = gl.createFramebuffer();
    this.backdropKey = this.backdropSize = "";
    for (const program of Object.values(this.programs)) program.finish();
  }

  layPolygons(points, shelves) {
    const gl = this.gl, table = new Float32Array(shelves * SHELF * POINTS * 4);
    for (let i = 0; i < points.length / 2; i++) {
      table[4 * i] = points[2 * i];
      table[4 * i + 1] = points[2 * i + 1];
    }
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, SHELF * POINTS, shelves, 0, gl.RGBA, gl.FLOAT, table);
  }

  // `frame` are the numbers of the shared block, `look` the scene with `coarse`: pixels for one of its backdrop.
  draw(frame, look, key) {
    const gl = this.gl, { width, height } = gl.canvas, programs = this.programs;
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.block);
    gl.bufferSubData(gl.UNIFORM_BUFFER, 0, frame);
    if (look.scene !== "paper") this.drawBackdrop(look, width, height, key);
    gl.viewport(0, 0, width, height);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.BLEND);
    programs.paper.use();
    this.paper.draw();
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MIN);
    programs.shadows.use();
    this.scene.bodies.draw();
    programs.cordShadows.use();
    this.scene.behind.draw();
    this.scene.front.draw();
    gl.blendEquation(gl.FUNC_ADD);
    programs.marks.use();
    this.marks.under.draw();
    this.drawLayer(this.scene, true);
    this.drawLayer(this.echo, false);
    programs.marks.use();
    for (const name of ["air", "rays", "effects", "over"]) this.marks[name].draw();
    gl.bindVertexArray(null);
  }

  drawLayer(layer, halos) {
    const programs = this.programs;
    programs.cords.use();
    layer.behind.draw();
    if (halos) {
      programs.halos.use();
      layer.bodies.draw();
    }
    programs.bodies.use();
    layer.bodies.draw();
    programs.cords.use();
    layer.front.draw();
  }

  drawBackdrop(look, wide, high, key) {
    const gl = this.gl, round = (pixels) => Math.max(1, Math.round(pixels / look.coarse));
    const width = round(wide), height = round(high), size = `${width} ${height}`;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.backdrop);
    if (`${look.scene} ${size} ${key}` !== this.backdropKey) {
      this.backdropKey = `${look.scene} ${size} ${key}`;
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
      if (size !== this.backdropSize) {
        this.backdropSize = size;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
        for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
        for (const edge of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, edge, gl.CLAMP_TO_EDGE);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.backdrop, 0);
      }
      gl.viewport(0, 0, width, height);
      gl.disable(gl.BLEND);
      this.programs[`scene ${look.scene}`].use();
      // It must not read from the texture that it draws into.
      gl.bindTexture(gl.TEXTURE_2D, null);
      this.paper.draw();
      gl.bindTexture(gl.TEXTURE_2D, this.backdrop);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }
    gl.activeTexture(gl.TEXTURE0);
  }
}
