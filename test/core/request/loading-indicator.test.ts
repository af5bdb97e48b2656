import { expect, test } from 'vitest'
import { createLoadingIndicator, type LoadingToast } from '../../../src/core/request/loading-indicator.js'
import { createRequester } from '../../../src/core/request/request.js'
import { createTestEnvironment } from '../support/test-environment.js'

function watchLoading() {
  const seen: string[] = []
  const loadingView: LoadingToast = {
    showLoading: ({ title, mask }) => void seen.push(`show ${title} ${mask}`),
    hideLoading: () => void seen.push('hide')
  }
  return { seen, loadingView, indicator: createLoadingIndicator(loadingView) }
}

test('D-174 a wrapper that nobody configured says Please wait...', async () => {
  const { seen, loadingView } = watchLoading()
  const request = createRequester({
    environment: createTestEnvironment({ fetch: () => Promise.resolve(new Response('{"code":200}')) }),
    base: 'https://api.example',
    envelopeSecret: '',
    lang: () => 'pt',
    identity: async () => ({ token: undefined, deviceId: 'd', secondToken: undefined }),
    onSessionInvalid: async () => 'refused',
    errorText: '',
    loadingView,
    signal: new AbortController().signal
  })
  await request({ url: '/index/config', loading: true })
  expect(seen).toEqual(['show Please wait... true', 'hide'])
})

test('ending twice does not hide what another call shows', () => {
  const { seen, indicator } = watchLoading()
  const end = indicator.begin('one')
  const endOther = indicator.begin('other')
  end()
  end()
  expect(seen).toEqual(['show one true'])
  endOther()
  expect(seen).toEqual(['show one true', 'hide'])
})
