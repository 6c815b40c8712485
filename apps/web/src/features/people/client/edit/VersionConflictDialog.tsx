import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import type { ClientFormValues } from '../form/values.ts'
import classes from './VersionConflictDialog.module.css'
import {
  applyChoice,
  differingFields,
  suggestedChoice,
  type ClientFormField,
  type VersionSide,
} from './version-choice.ts'

type Props = {
  mine: ClientFormValues
  before: ClientFormValues
  theirs: ClientFormValues
  onChoose: (chosen: ClientFormValues) => void
  onClose: () => void
}

/** Resolves a conflict between two windows. The therapist chooses one of two versions of each field that differs. */
export function VersionConflictDialog({ mine, before, theirs, onChoose, onClose }: Props) {
  const { t } = useTranslation('record')
  const [choice, setChoice] = useState(() => suggestedChoice(mine, before, theirs))
  const choose = (field: ClientFormField, side: string) =>
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
      onSubmit={() => onChoose(applyChoice(mine, theirs, choice))}
    >
      <Text size="sm">{t('versions.text')}</Text>
      {differingFields(mine, theirs).map((field) => (
        <Field key={field} field={field} values={{ mine, theirs }} side={choice[field] ?? 'theirs'} onSide={choose} />
      ))}
    </FormDialog>
  )
}

type FieldProps = {
  field: ClientFormField
  values: Record<VersionSide, ClientFormValues>
  side: VersionSide
  onSide: (field: ClientFormField, side: string) => void
}

function Field({ field, values, side, onSide }: FieldProps) {
  const { t } = useTranslation(['client', 'record', 'common'])
  const { language } = useLocale()
  const valueText = (facts: ClientFormValues) => {
    if (field === 'contacts') return facts.contacts.map((contact) => contact.name).join(', ')
    if (field === 'language') return languageNames[facts.language]
    if (field === 'dateOfBirth') return facts.dateOfBirth && dateText(facts.dateOfBirth, language)
    return facts[field]
  }
  const name = field === 'contacts' ? t('record:contacts.title') : t(`form.${field}`)
  const label = field.startsWith('emergency') ? t('common:labelled', { label: t('form.emergency'), text: name }) : name
  return (
    <Radio.Group label={label} value={side} onChange={(next) => onSide(field, next)}>
      <Stack gap={6} mt={6}>
        {(['mine', 'theirs'] as const).map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`record:versions.${one}`)}
            description={<span className={classes.value}>{valueText(values[one]) || t('profile.notGiven')}</span>}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
