import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'

/** An amount in minor units, written in the reader's language. It is a separate file because few records owe money. */
export function BalanceAmount({ minor, currency }: { minor: string; currency: string }) {
  const { language } = useLocale()
  return moneyText(minor, currency, language)
}
