import { Outline } from '../ui/icon/icon.js'

const shapes = {
  copy: 'M9 9h9.500A1.500 1.500 0 0 1 20 10.500v9a1.500 1.500 0 0 1-1.500 1.500H10A1.500 1.500 0 0 1 8.500 19.500v-9A1.500 1.500 0 0 1 10 9ZM5.500 15A1.500 1.500 0 0 1 4 13.500v-9A1.500 1.500 0 0 1 5.500 3H14a1.500 1.500 0 0 1 1.500 1.500',
  paper: 'M6 3.500h8.500L19 8v12.500H6zM14 3.500V8.500h5M9 12.500h7M9 16h7',
  shield:
    'M12 3.200 19.500 6v5.500c0 4.300-3 7.600-7.500 9.300-4.500-1.700-7.500-5-7.500-9.300V6zM8.600 12l2.500 2.500 4.500-4.700',
  alarm: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 7.500V12l3 2',
  warning: 'M12 4 21 19.500H3zM12 10v4.500M12 17h.01',
  save: 'M12 4v11M7.500 11l4.500 4.500 4.500-4.500M4.500 19.500h15',
  print:
    'M7 8.500v-5h10v5M7 17H4.500V10A1.500 1.500 0 0 1 6 8.500h12a1.500 1.500 0 0 1 1.500 1.500v7H17M7 14h10v6.500H7z'
} as const

export type WalletIconName = keyof typeof shapes

export function WalletIcon({ name }: { name: WalletIconName }) {
  return <Outline path={shapes[name]} />
}
