import { textLengths } from '@attune/contract/common/text/lengths'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './business.module.css'
import type { BusinessFieldsProps } from './use-business-form.ts'

/** The fields that are one line of text, with the maximum number of characters. */
const lengths = {
  name: textLengths.businessName,
  taxId: textLengths.taxId,
  vatId: textLengths.taxId,
  email: textLengths.email,
  phone: textLengths.phone,
  street: textLengths.street,
  postalCode: textLengths.postalCode,
  city: textLengths.city,
  region: textLengths.city,
  bankName: textLengths.bankName,
  accountName: textLengths.businessName,
  iban: textLengths.bankNumber,
  bic: textLengths.bankNumber,
  routingNumber: textLengths.bankNumber,
  accountNumber: textLengths.bankNumber,
  siret: textLengths.bankNumber,
  rpps: textLengths.bankNumber,
  npi: textLengths.bankNumber,
  license: textLengths.license,
}

type Props = BusinessFieldsProps & {
  name: keyof typeof lengths
  /** Whether the field takes the whole width of the section. */
  wide?: boolean
  type?: 'email' | 'tel'
  inputMode?: 'numeric'
  autoComplete?: string
}

/** A text field of the settings, with its problem. Its label is the text `field.<name>`; in Switzerland, the tax ID is the UID. */
export function BusinessTextField({ draft, problems, onChange, onLeave, name, wide, ...input }: Props) {
  const { t } = useTranslation('business')
  const problem = problems[name]
  return (
    <TextInput
      autoComplete="off"
      {...input}
      className={wide ? classes.wide : undefined}
      label={t(`field.${name === 'taxId' && draft.country === 'CH' ? 'uid' : name}`)}
      maxLength={lengths[name]}
      value={draft[name]}
      error={problem && t(`problem.${problem}`)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      onBlur={() => onLeave(name)}
    />
  )
}
