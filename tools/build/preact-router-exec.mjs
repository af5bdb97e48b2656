/**
 * Keeps only `exec` of preact-router, which matches routes. The whole package would add Preact's components to the React
 * build. Depends on the exact version: another file shape fails the build.
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
