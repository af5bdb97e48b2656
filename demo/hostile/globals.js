// A page with a monitor, a router, a zone, a module loader and an old bundler: each wraps what it finds.
/* biome-ignore-all lint: a museum. */
;(function () {
  var seen = []
  window.monitor = seen

  // A promise of before the standard: it knows then and catch, and calls back synchronously where it can.
  var NativePromise = window.Promise
  function Bluebird(run) {
    this.inner = new NativePromise(run)
  }
  Bluebird.prototype.then = function (yes, no) {
    return new Bluebird((resolve, reject) => this.inner.then(yes, no).then(resolve, reject))
  }
  Bluebird.prototype['catch'] = function (no) {
    return this.then(undefined, no)
  }
  ;['resolve', 'reject', 'all', 'race'].forEach(function (name) {
    Bluebird[name] = function (value) {
      return new Bluebird((resolve, reject) => NativePromise[name](value).then(resolve, reject))
    }
  })
  window.Promise = Bluebird

  // Logs, counts, answers with its own kind of promise, and does not know Request, signal or keepalive.
  var nativeFetch = window.fetch
  window.fetch = function (address, options) {
    if (typeof address !== 'string') throw new TypeError('fetch: an address, please')
    seen.push('fetch ' + address.split('?')[0])
    options = options || {}
    return new Bluebird(function (resolve, reject) {
      nativeFetch(address, options).then(resolve, reject)
    })
  }

  var open = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function (method, address) {
    seen.push('xhr ' + address)
    return open.apply(this, arguments)
  }

  // A router and an analytics snippet, one on top of the other; the last forgets to hand on the answer, and adds its own.
  ;['pushState', 'replaceState'].forEach(function (name) {
    var native = history[name]
    history[name] = function (state, title, address) {
      native.call(history, Object.assign({ idx: seen.length, key: 'r' + seen.length }, state), title, address)
      window.dispatchEvent(new Event(name))
      seen.push(name)
    }
  })

  // As zone.js: every listener is wrapped, options are looked at and handed on.
  var add = EventTarget.prototype.addEventListener
  var remove = EventTarget.prototype.removeEventListener
  var wrapped = new WeakMap()
  EventTarget.prototype.addEventListener = function (name, listener, options) {
    if (typeof listener !== 'function') return add.call(this, name, listener, options)
    var task = wrapped.get(listener)
    if (!task) {
      task = function () {
        return listener.apply(this, arguments)
      }
      wrapped.set(listener, task)
    }
    return add.call(this, name, task, options)
  }
  EventTarget.prototype.removeEventListener = function (name, listener, options) {
    return remove.call(this, name, wrapped.get(listener) || listener, options)
  }
  ;['setTimeout', 'setInterval', 'requestAnimationFrame', 'queueMicrotask'].forEach(function (name) {
    var native = window[name]
    window[name] = function (task) {
      var rest = [].slice.call(arguments, 1)
      return native.apply(
        window,
        [
          function () {
            return task.apply(this, arguments)
          }
        ].concat(rest)
      )
    }
  })

  // A polyfill of shadow roots that is sure to know better.
  var attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    seen.push('attachShadow')
    return attach.call(this, { mode: options.mode })
  }
  var createElement = document.createElement
  document.createElement = function (name) {
    return createElement.apply(document, arguments)
  }

  var stringify = JSON.stringify
  JSON.stringify = function (value, replacer, space) {
    return stringify(value, replacer, space)
  }
  var log = {}
  ;['log', 'info', 'debug', 'warn', 'error'].forEach(function (name) {
    var native = console[name]
    log[name] = function () {
      native.apply(console, arguments)
    }
  })
  window.console = log

  // Module systems and bundlers of their time.
  window.define = function () {}
  window.define.amd = {}
  window.module = { exports: {} }
  window.exports = window.module.exports
  window.require = function (name) {
    throw new Error('no module ' + name)
  }
  window.process = { env: {}, browser: true }
  window.global = window
  window.React = { version: '0.13.3' }
  window.Hls = {
    isSupported: function () {
      return false
    }
  }
  window.name = 'NG_DEFER_BOOTSTRAP!'
  window.Symbol.observable = Symbol('observable')
})()
