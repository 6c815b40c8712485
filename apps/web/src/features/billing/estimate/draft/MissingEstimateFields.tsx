import type { MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { MissingFields } from '../../../../ui/editor/MissingFields.tsx'
import { elementOfEstimateField } from './values.ts'

/** The keys of the texts for fields that are listed because PDFs cannot show some of their letters, and not because they are missing. */
const wordsOfLetters = {
  businessLetters: 'business',
  clientLetters: 'payer',
  frequency: 'estimate',
  diagnosis: 'estimate',
  separately: 'estimate',
} as const

type Props = {
  clientId: string
  missing: readonly MissingEstimateField[]

  within: RefObject<HTMLElement | null>
}

/** Lists the fields that are missing before an estimate can be given, each with a button or link that leads to it. */
export function MissingEstimateFields({ clientId, missing, within }: Props) {
  const { t } = useTranslation(['estimate', 'invoiceDraft', 'payer'])
  const missingName = ({ field, position, script }: MissingEstimateField) => {
    if (!script) return t(`missing.${field as Exclude<typeof field, keyof typeof wordsOfLetters>}`)
    const of = position === null ? (wordsOfLetters[field as keyof typeof wordsOfLetters] ?? 'estimate') : 'line'
    return t(`invoiceDraft:missing.script.${of}`, { letters: t(`payer:letters.${script}`) })
  }
  return (
    <MissingFields title={t('missing.title')} missing={missing} fieldOf={elementOfEstimateField} within={within}>
      {(one) => {
        const name = missingName(one)
        if (elementOfEstimateField(one) !== null)
          return one.position === null ? name : t('missing.inLine', { number: one.position, name })
        if (one.field === 'birthDate' || one.field === 'clientLetters')
          return (
            <Link to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
              {name}
            </Link>
          )
        return (
          <Link to="/dashboard/$userType/settings/$subject" params={{ userType: 'therapist', subject: 'business' }}>
            {name}
          </Link>
        )
      }}
    </MissingFields>
  )
}
