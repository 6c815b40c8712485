import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { isPhoneAsTyped } from '@attune/contract/features/practice/administration/administration.rules'
import type { CountryNumbersSetting } from '@attune/contract/features/practice/administration/administration.settings'

/** The values typed in the form for the safety numbers of a country. */
export type TypedNumbers = CountryNumbersSetting & { country: string }

export const emptySafetyLine = { name: '', phone: '', always: true }

/** Returns the numbers without surrounding spaces and without empty lines. */
export const trimmedNumbers = ({ emergency, lines }: TypedNumbers): CountryNumbersSetting => ({
  emergency: emergency.trim(),
  lines: lines
    .map((line) => ({ ...line, name: line.name.trim(), phone: line.phone.trim() }))
    .filter(({ name, phone }) => name || phone),
})

/** Returns the problems of the form by field. `lines` has an entry for each line, and `any` is true if there is a problem. */
export function safetyNumberProblems(typed: TypedNumbers) {
  const lines = typed.lines.map(({ name, phone }) => {
    const isEmpty = !isFilled(name) && !phone.trim()
    return { name: !isEmpty && !isFilled(name), phone: !isEmpty && !isPhoneAsTyped(phone) }
  })
  return {
    country: typed.country === '',
    emergency: !isPhoneAsTyped(typed.emergency),
    lines,
    any: typed.country === '' || !isPhoneAsTyped(typed.emergency) || lines.some(({ name, phone }) => name || phone),
  }
}

export const numberLengths = { name: textLengths.contactName, phone: textLengths.phone }
