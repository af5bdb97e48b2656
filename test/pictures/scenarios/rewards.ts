import { inApp } from '../../e2e/support/journey.js'
import { pickStates, type ScenarioFile } from '../scenario.js'

const REWARDS = '/pages/reward/reward'

export default {
  screens: [
    { name: 'rewards', path: REWARDS, readySelector: '.check-in-days' },
    ...pickStates(['reward-records', 'whatsapp-ready', 'facebook-missing', 'tg-reviewed'])
  ],
  motions: [
    {
      name: 'claim',
      path: REWARDS,
      viewer: 'new',
      readySelector: '.check-in-claim button',
      act: page => inApp(page, '.check-in-claim button').click(),
      restMs: 1500
    }
  ]
} satisfies ScenarioFile
