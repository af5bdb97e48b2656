import { postbackEvents } from '../../contract/protocol/names.js'
import type { OperatorCommand } from './operator-command.js'

const lpid = { description: 'name of a campaign' }

export const postbackCommands: readonly OperatorCommand[] = [
  {
    usage: 'campaign postback add <lpid> <event> <url> [method]',
    description: 'calls the address for an event; its signing secret is shown once; see docs/guide/postbacks.md',
    arguments: {
      lpid,
      event: { description: 'for what it is called', choices: postbackEvents },
      url: { description: 'the address; {macros} in it are filled in' },
      method: { description: 'POST by default', choices: ['GET', 'POST'] }
    },
    examples: ["campaign postback add verao purchase 'https://ads.example/p?click={click_id}&value={value}' GET"],
    call: 'POST campaign_postback_add',
    toFields: ({ values: { lpid, event, url, method = 'POST' } }) => ({ lpid, event, url, method }),
    notice: 'The signing secret is shown only now: the partner needs it to check signatures.'
  },
  {
    usage: 'campaign postback remove <lpid> <postback_id>',
    description: 'ends these calls, also the waiting ones',
    arguments: { lpid, postback_id: { description: 'id of a postback: campaign postback list has them' } },
    call: 'POST campaign_postback_remove',
    toFields: ({ values: { lpid, postback_id } }) => ({ lpid, id: postback_id })
  },
  {
    usage: 'campaign postback list <lpid>',
    description: 'the postbacks of a campaign',
    arguments: { lpid },
    call: 'GET campaign_postback_list',
    toFields: ({ values: { lpid } }) => ({ lpid })
  }
]
