// Changes builtins as libraries before 2010 did, all at once. Loaded before the app.
/* biome-ignore-all lint: imitates old code. */
Object.prototype.evil = function () {
  return 'evil'
}
Object.prototype.extend = function (other) {
  for (var name in other) this[name] = other[name]
  return this
}
Array.prototype.evil = function () {}
Array.prototype.remove = function (item) {
  return this.splice(this.indexOf(item), 1)
}
// Prototype.js 1.6: JSON.stringify serialises an array as a string.
Array.prototype.toJSON = function () {
  return '[' + this.join(', ') + ']'
}
String.prototype.toJSON = function () {
  return '"' + this + '"'
}
Object.prototype.toJSON = function () {
  return '{}'
}
Function.prototype.evil = 1
Function.prototype.bind2 = function (self) {
  var method = this
  return function () {
    return method.apply(self, arguments)
  }
}
Array.prototype.flat = function () {
  return 'flat'
}
// Prototype.js again, without its reduce, because hls.js needs the standard one.
Array.prototype.entries = function () {
  return this.slice()
}
Array.prototype.without = function () {
  return this
}
// MooTools, and a bind that does not support `new`.
Array.from = function (item) {
  return item == null ? [] : item.length === undefined || typeof item === 'string' ? [item] : [].slice.call(item)
}
Function.prototype.bind = function (self) {
  var method = this
  var given = [].slice.call(arguments, 1)
  return function () {
    return method.apply(self, given.concat([].slice.call(arguments)))
  }
}
Number.prototype.evil = String.prototype.evil = function () {}
