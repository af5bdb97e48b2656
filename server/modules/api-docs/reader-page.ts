import { OPENAPI_PATH, READER_SCRIPT_PATH } from './paths.js'

/** Scalar adds style elements. Its requests to other origins are turned off below, and refused here. */
export const READER_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/** https://github.com/scalar/scalar/blob/main/documentation/configuration.md */
const configuration = {
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: false,
  operationTitleSource: 'path',
  // The server has no cookies, and a page of its own origin needs no proxy.
  proxyUrl: ''
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The first script element is the configuration: the second one looks for its id. */
export const readerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drama API</title>
<meta name="description" content="Endpoints of the Drama server.">
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The document is at <a href="${OPENAPI_PATH}">${OPENAPI_PATH}</a>.</noscript>
<script id="api-reference" data-url="${OPENAPI_PATH}" data-configuration="${escapeAttribute(JSON.stringify(configuration))}"></script>
<script src="${READER_SCRIPT_PATH}"></script>
</body>
</html>
`
