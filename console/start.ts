// Runs as soon as it is there, beside the loading of the console: asks for the session, and then for what the page of this
// address asks for first.
import { toListRequest } from './api/list-request.js'
import { sendMutationEarly, sendQueryEarly, setCsrfToken } from './api/send-action.js'
import type { Session } from './api/use-session.js'
import { findFirstPath, findRoute, listFirstMutations, listFirstRequests } from './app/first-requests.js'
import { importFile } from './app/import-file.js'
import { formatsOf, warmFormats } from './i18n/create-formats.js'
import { readChosenLanguage } from './i18n/languages.js'

const MOUNT = '/console'
/** They ask for the session only once somebody has signed in. */
const PAGES_WITHOUT_SESSION = ['/sign-in', '/link']

// The build makes every `import()` of the console call it.
Reflect.set(globalThis, 'importConsoleFile', importFile)
// Formats take the longest of all that runs here, so they come once the requests are sent.
void askForFirstPage(location.pathname.slice(MOUNT.length)).then(() => warmFormats(formatsOf(readChosenLanguage())))

async function askForFirstPage(path: string): Promise<void> {
  if (PAGES_WITHOUT_SESSION.includes(path)) return
  const { envelope } = await sendQueryEarly('/console/api/session', {}, null)
  const { member, csrf_token } = (envelope?.code === 200 && (envelope.data as Session)) || {
    member: null,
    csrf_token: null
  }
  if (member === null) return
  setCsrfToken(csrf_token)
  const found = findRoute(path === '/' ? findFirstPath(member) : path)
  if (found === null) return
  const search = readSearch()
  const partner = member.partner === null && typeof search.partner === 'string' ? search.partner : null
  const address = { member, lang: readChosenLanguage().apiCode, params: found.params, search }
  for (const { path, request, isList } of listFirstRequests(found.route, address))
    void sendQueryEarly(path, isList ? toListRequest(request, null) : request, partner)
  for (const { path, request } of listFirstMutations(found.route, member)) void sendMutationEarly(path, request)
}

/** Like the router, which reads `lpid=123` as a number. */
function readSearch(): Record<string, unknown> {
  const entries = [...new URLSearchParams(location.search)]
  return Object.fromEntries(entries.map(([name, value]) => [name, parseValue(value)]))
}

function parseValue(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
