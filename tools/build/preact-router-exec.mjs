/**
 * Leaves only `exec` of preact-router: the app matches routes with it, and importing it whole would bring Preact's
 * components into the React build. The version is exact; a file of another shape fails the build.
 */
export const preactRouterExec = {
  name: 'preact-router-exec',
  transform(code, id) {
    if (!id.endsWith('preact-router/dist/preact-router.mjs')) return null
    const [, matcher] = /^(?:import[^;]*;)+(.*?)var p=\{\}/s.exec(code) ?? []
    const [, name] = /(\w+) as exec\b/.exec(code) ?? []
    if (!matcher || !name) this.error('preact-router has another shape now')
    return { code: `${matcher}export{${name} as exec}`, map: null }
  }
}
