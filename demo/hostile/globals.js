// Simulates a page whose monitoring, router, zone.js, module loader and old bundler all wrap the browser's globals.
/* biome-ignore-all lint: imitates old code. */
;(function () {
  var seen = []
  window.monitor = seen

  // A promise library from before the standard: it has only then and catch.
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

  // Wraps fetch: returns another promise type and rejects Request objects.
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

  // A router and an analytics script wrap history: they add fields to the state and return nothing.
  ;['pushState', 'replaceState'].forEach(function (name) {
    var native = history[name]
    history[name] = function (state, title, address) {
      native.call(history, Object.assign({ idx: seen.length, key: 'r' + seen.length }, state), title, address)
      window.dispatchEvent(new Event(name))
      seen.push(name)
    }
  })

  // Wraps every listener, as zone.js does.
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

  // A shadow root polyfill that drops every option but mode.
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

  // Globals of old module loaders and bundlers.
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
