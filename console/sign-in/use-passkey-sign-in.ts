import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication, WebAuthnError } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { ActionError } from '../api/action-error.js'
import { sendMutation } from '../api/send-action.js'
import { useText } from '../i18n/use-text.js'
import { useErrorText } from '../ui/use-error-text.js'

const UNKNOWN_PASSKEY = 4501

export function usePasskeySignIn(onSignedIn: () => Promise<void>) {
  const text = useText('console-access')
  const toErrorText = useErrorText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const options = await sendMutation('/console/api/passkey_options', {}, crypto.randomUUID())
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
      const response = await startAuthentication({ optionsJSON })
      await sendMutation(
        '/console/api/passkey_login',
        { response: { ...response, response: { ...response.response } } },
        crypto.randomUUID()
      )
      await onSignedIn()
    }
  })
  const describe = (failure: Error): string => {
    if (failure instanceof ActionError) {
      return failure.code === UNKNOWN_PASSKEY ? text('unknownPasskey') : toErrorText(failure)
    }
    // Browsers do not tell apart whether the viewer cancelled or the device has no passkey.
    const isCancelled = failure.name === 'NotAllowedError' || failure instanceof WebAuthnError
    return text(isCancelled ? 'passkeyCancelled' : 'passkeyFailed')
  }
  return { mutate, isPending, error: error === null ? null : describe(error) }
}
