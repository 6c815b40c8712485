import { formFieldTypes, formLimits } from '@attune/contract/features/care/form/form.rules'
import type { FormElement, FormView } from '@attune/contract/features/care/form/form.schemas'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../Form.module.css'
import { FieldEditor } from './FieldEditor.tsx'

type Props = {
  fields: FormElement[]
  problems: FormView['problems']
  onChange: (fields: FormElement[]) => void
}

/** The fields of a form in order, and the buttons that add one. */
export function FormElementList({ fields, problems, onChange }: Props) {
  const { t } = useTranslation('form')
  const hasSignature = fields.some(({ type }) => type === 'signature')
  const move = (at: number, by: -1 | 1) => {
    const next = [...fields]
    const [field] = next.splice(at, 1)
    if (field && at + by >= 0 && at + by < fields.length) onChange(next.toSpliced(at + by, 0, field))
  }
  const add = (type: FormElement['type']) => {
    const field = { id: createId(), type, label: '', hint: '', required: type === 'signature', options: [] }
    onChange([...fields, field])
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#field-${field.id} textarea, #field-${field.id} input`)?.focus(),
    )
  }
  return (
    <>
      <ol className={classes.fields} aria-label={t('fields')}>
        {fields.map((field, at) => (
          <FieldEditor
            key={field.id}
            field={field}
            number={at + 1}
            count={fields.length}
            problem={problems.find(({ fieldId }) => fieldId === field.id)?.problem ?? null}
            onChange={(part) => onChange(fields.with(at, { ...field, ...part }))}
            onMove={(by) => move(at, by)}
            onRemove={() => onChange(fields.filter(({ id }) => id !== field.id))}
          />
        ))}
      </ol>
      <Section title={t('add.title')}>
        <div className={classes.add}>
          {formFieldTypes.map((type) => (
            <Button
              key={type}
              variant="default"
              justify="flex-start"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={fields.length >= formLimits.fields || (type === 'signature' && hasSignature)}
              onClick={() => add(type)}
            >
              {t(`type.${type}`)}
            </Button>
          ))}
        </div>
      </Section>
    </>
  )
}
