import { createHash } from 'node:crypto'
import { frameScript, stripeScript } from './scripts.js'

export const checkoutStyle = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:#0b0b10;color:#fff;
font:16px/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans","PingFang SC","Microsoft YaHei",sans-serif}
main{width:100%;max-width:440px}
.brand{margin:0 0 16px;font:700 22px/1.2 "Iowan Old Style",Georgia,"Noto Serif",serif;letter-spacing:.02em}
.card{background:#191922;border:1px solid #2b2b37;border-radius:20px;overflow:hidden}
.mark{margin:0;padding:10px 20px;background:#ffc94d;color:#231800;font-weight:700;text-align:center}
.body{padding:24px 20px}
h1{margin:0 0 8px;font-size:24px;line-height:1.25}
p{margin:0 0 16px}
.quiet{color:#b4b4c2}
dl{margin:0 0 24px;border-top:1px solid #2b2b37}
dl div{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid #2b2b37}
dt{color:#b4b4c2}
dd{margin:0;text-align:right;min-width:0;overflow-wrap:anywhere}
dd small{display:block;color:#b4b4c2;font-size:14px}
dl .total{align-items:baseline}
.total dd{font-size:22px;font-weight:700}
.code{font:13px/1.7 ui-monospace,Menlo,Consolas,monospace}
button,.link{display:block;width:100%;min-height:52px;padding:13px 16px;border:1px solid #6b6b7d;border-radius:999px;
background:transparent;color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;
overflow-wrap:anywhere}
button+button,.link+.link,form+.link{margin-top:12px}
.first{border-color:transparent;background:linear-gradient(95deg,#e11d48,#c2410c)}
.plain{border-color:transparent;color:#d6d6e0;text-decoration:underline;text-underline-offset:3px}
:is(button,.link):hover{filter:brightness(1.12)}
:is(button,.link):focus-visible{outline:3px solid #ffc94d;outline-offset:3px}
.sign{width:56px;height:56px;margin:0 0 16px;border-radius:50%;display:grid;place-items:center;font-size:28px;
font-weight:700;background:#2b2b37}
.good{background:#4ade80;color:#052e14}
.bad{background:#ff6b81;color:#33040c}
label{display:block;margin:0 0 16px;color:#b4b4c2;font-size:14px}
input{display:block;width:100%;min-height:48px;margin-top:4px;padding:10px 14px;border:1px solid #6b6b7d;
border-radius:10px;background:transparent;color:inherit;font:inherit}
#payment{min-height:220px;margin:0 0 16px}
[role=alert]{color:#ff8c9d}
[role=alert]:empty,[hidden]{display:none}
button:disabled,form[inert]{opacity:.6;cursor:default}
[data-embedded]{color-scheme:dark}
[data-embedded] body{min-height:0;padding:4px 16px 16px;background:transparent}
[data-embedded] :is(.card,.brand){border:0;background:transparent}
[data-embedded] .body{padding:12px 0 0}
[data-embedded] .mark{border-radius:10px;padding:6px 12px;font-size:14px}
[data-embedded] h1{font-size:20px}
[data-theme=light]{color-scheme:light}
[data-theme=light] body{color:#15151c}
[data-theme=light] :is(.quiet,dt,label){color:#5a5a68}
[data-theme=light] :is(button,.link):not(.first){color:#15151c}
[data-theme=light] :is(button,.link,input){border-color:#8a8a99}
[data-theme=light] .first,[data-theme=light] .plain{border-color:transparent}
[data-theme=light] [role=alert]{color:#b4152f}
[data-theme=light] .sign{background:#ececf2}
[data-theme=light] .good{background:#4ade80}
[data-theme=light] .bad{background:#ff6b81}
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STYLE_SOURCE = hashOf(checkoutStyle)
const FRAME_SCRIPT_SOURCE = hashOf(frameScript)
const STRIPE_ORIGINS = 'https://js.stripe.com https://*.js.stripe.com'
const STRIPE_POLICY = [
  'connect-src https://api.stripe.com',
  `frame-src ${STRIPE_ORIGINS} https://hooks.stripe.com`,
  'img-src https://*.stripe.com data:'
]

/** A page that is not embedded can be framed by no page, and without Stripe's form it runs nothing. */
export function createCheckoutPolicy({ isEmbedded, hasForm }: { isEmbedded: boolean; hasForm: boolean }): string {
  const scripts = [
    ...(isEmbedded ? [FRAME_SCRIPT_SOURCE] : []),
    ...(hasForm ? [STRIPE_ORIGINS, hashOf(stripeScript)] : [])
  ]
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(hasForm ? STRIPE_POLICY : isEmbedded ? ["connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbedded ? '*' : "'none'"}`
  ].join('; ')
}
