import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../platform/language.ts'
import { useReader } from '../../platform/reader.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dateText } from '../../ui/moment.ts'
import type { Facts } from './facts.ts'
import classes from './TwoVersions.module.css'
import { chosenFacts, differing, suggested, type FieldOfFacts, type Side } from './versions.ts'

type Props = { mine: Facts; before: Facts; theirs: Facts; onChoose: (chosen: Facts) => void; onClose: () => void }

/** Resolves a conflict between two windows: shows both versions of each differing field to choose from. */
export function TwoVersions({ mine, before, theirs, onChoose, onClose }: Props) {
  const { t } = useTranslation('record')
  const [choice, setChoice] = useState(() => suggested(mine, before, theirs))
  const choose = (field: FieldOfFacts, side: string) =>
    setChoice({ ...choice, [field]: side === 'mine' ? side : 'theirs' })
  return (
    <FormDialog
      wide
      dirty
      busy={false}
      title={t('versions.title')}
      submit={t('versions.save')}
      back={t('versions.back')}
      onClose={onClose}
      onSubmit={() => onChoose(chosenFacts(mine, theirs, choice))}
    >
      <Text size="sm">{t('versions.text')}</Text>
      {differing(mine, theirs).map((field) => (
        <Field key={field} field={field} values={{ mine, theirs }} side={choice[field] ?? 'theirs'} onSide={choose} />
      ))}
    </FormDialog>
  )
}

type FieldProps = {
  field: FieldOfFacts
  values: Record<Side, Facts>
  side: Side
  onSide: (field: FieldOfFacts, side: string) => void
}

function Field({ field, values, side, onSide }: FieldProps) {
  const { t } = useTranslation(['client', 'record'])
  const { language } = useReader()
  const words = (facts: Facts) => {
    if (field === 'contacts') return facts.contacts.map((contact) => contact.name).join(', ')
    if (field === 'language') return languageNames[facts.language]
    if (field === 'dateOfBirth') return facts.dateOfBirth && dateText(facts.dateOfBirth, language)
    return facts[field]
  }
  const group = field.startsWith('emergency') ? `${t('form.emergency')}: ` : ''
  const label = field === 'contacts' ? t('record:contacts.title') : `${group}${t(`form.${field}`)}`
  return (
    <Radio.Group label={label} value={side} onChange={(next) => onSide(field, next)}>
      <Stack gap={6} mt={6}>
        {(['mine', 'theirs'] as const).map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`record:versions.${one}`)}
            description={<span className={classes.value}>{words(values[one]) || t('profile.notGiven')}</span>}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
