import { pickStates, type ScenarioFile } from '../scenario.js'

export default {
  screens: pickStates([
    'home-ready',
    'home-offline',
    'discover-feed',
    'discover-all',
    'discover-ranking',
    'search-start',
    'search-suggestions',
    'search-found',
    'search-nothing',
    'sheet-ready',
    'sheet-gone',
    'list-history',
    'list-favourites',
    'list-empty',
    'not-found'
  ])
} satisfies ScenarioFile
