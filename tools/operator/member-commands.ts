import type { CliInput } from '../cli/cli-command.js'
import type { OperatorCommand } from './operator-command.js'

const linkNotice = 'The link is shown only now. It signs the member in once, within a week.'

const memberId = { member_id: { description: 'id of a member: member list has them' } }
const roles = ['owner', 'editor', 'reviewer', 'support', 'analyst', 'partner']
const role = { description: 'what the member may do', choices: roles }
const partnerOption = { '--partner <id>': { description: 'id of the partner whose campaigns a partner member sees' } }

const managerOption = {
  '--manager <yes-or-no>': { description: 'whether a partner member manages the others, yes or no' }
}

const toProfile = (
  words: readonly string[],
  chosenRole: string | undefined,
  { partner, manager }: CliInput['options']
) => ({
  name: words.join(' '),
  role: chosenRole,
  partner_id: partner === undefined ? undefined : String(partner),
  is_partner_admin: manager === undefined ? undefined : toBoolean(String(manager))
})

/** Leaves any other text to the server, which names the field. */
const toBoolean = (text: string): boolean | string => (text === 'yes' ? true : text === 'no' ? false : text)

export const memberCommands: readonly OperatorCommand[] = [
  {
    usage: 'member add <email> <role> <name...>',
    description: 'adds a member of the console',
    arguments: {
      email: { description: 'where sign-in codes are sent' },
      role,
      name: { description: 'as others in the console see it' }
    },
    options: { ...partnerOption, ...managerOption },
    examples: [
      'member add ana@example.com owner Ana Souza',
      'member add rui@acme.example partner Rui --partner pa_0123456789ab'
    ],
    call: 'POST member_add',
    toFields: ({ values, words, options }) => ({
      email: values.email,
      ...toProfile(words, values.role, options)
    }),
    notice: linkNotice
  },
  {
    usage: 'member list [partner_id]',
    description: 'members of the console with their roles, all or those of a partner',
    arguments: { partner_id: { description: 'id of a partner: partner list has them' } },
    call: 'GET member_list',
    toFields: ({ values: { partner_id } }) => ({ partner_id })
  },
  {
    usage: 'member link <member_id>',
    description: 'makes a new one-time link; the one before ends',
    arguments: memberId,
    call: 'POST member_link',
    toFields: ({ values: { member_id } }) => ({ id: member_id }),
    notice: linkNotice
  },
  {
    usage: 'member save <member_id> <role> <name...>',
    description: 'changes a member; another role ends their sessions, and so does --disable',
    arguments: { ...memberId, role, name: { description: 'as others in the console see it' } },
    options: { ...partnerOption, ...managerOption, '--disable': { description: 'prevents every sign-in' } },
    examples: ['member save m_0123456789abcdef0123456789abcdef support Ana Souza'],
    call: 'POST member_save',
    toFields: ({ values, words, options }) => ({
      id: values.member_id,
      ...toProfile(words, values.role, options),
      is_disabled: options.disable === true ? true : undefined
    })
  },
  {
    usage: 'member sessions <member_id>',
    description: 'where a member is signed in',
    arguments: memberId,
    call: 'GET member_sessions',
    toFields: ({ values: { member_id } }) => ({ id: member_id })
  },
  {
    usage: 'member sign-out <member_id> [session_id]',
    description: 'ends one session of a member, or all',
    arguments: { ...memberId, session_id: { description: 'id of a session; all without it' } },
    call: 'POST member_sessions_end',
    toFields: ({ values: { member_id, session_id } }) => ({ id: member_id, session_id })
  }
]
