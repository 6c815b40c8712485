import {
  chosenSafetyOptions,
  formLimits,
  formScales,
  isScaleField,
} from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, FormElement } from '@attune/contract/features/care/form/form.schemas'
import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { Fragment, Suspense, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import classes from '../Form.module.css'

const loadSafety = () => import('../../safety/safety.ts')
const SafetyNotice = lazyNamed(loadSafety, 'SafetyNotice')
const DateInput = lazyInBoundary(() => import('../../../../ui/input/DateInput.tsx'), 'DateInput')

type Answer = FormAnswers[string] | undefined
type Props = { field: FormElement; value: Answer; isMissing: boolean; onChange: (answer: FormAnswers[string]) => void }

const longText = { autosize: true, minRows: 3, maxRows: 16, maxLength: formLimits.answer } as const

/** The input of one field. Headings and paragraphs are read-only. */
export function FieldInput(props: Props) {
  const { field, value, isMissing, onChange } = props
  const { t } = useTranslation('form')
  const common = {
    label: field.label,
    description: field.hint || undefined,
    descriptionProps: { size: 'sm' } as const,
    size: 'md' as const,
    required: field.required,
    error: isMissing && t('own.required'),
    errorProps: { size: 'sm' },
  } as const
  const text = typeof value === 'string' ? value : ''
  const type = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  switch (field.type) {
    case 'heading':
      return <h2 className={classes.heading}>{field.label}</h2>
    case 'paragraph':
      return <p>{field.label}</p>
    case 'short-text':
      return <TextInput {...common} maxLength={500} value={text} onChange={type} />
    case 'long-text':
      return <Textarea {...common} {...longText} value={text} onChange={type} />
    case 'date':
      return <DateField {...props} />
    case 'choice':
      return (
        <Radio.Group {...common} value={text} onChange={onChange}>
          <Options field={field} value={value} of={Radio} />
        </Radio.Group>
      )
    case 'choices':
      return (
        <Checkbox.Group {...common} value={Array.isArray(value) ? value : []} onChange={onChange}>
          <Options field={field} value={value} of={Checkbox} />
        </Checkbox.Group>
      )
    default:
      return <ScaleField {...props} />
  }
}

type OptionsProps = Pick<Props, 'field' | 'value'> & { of: typeof Radio | typeof Checkbox }

/** The options of a choice. A chosen option that indicates a danger is followed by the emergency numbers. */
function Options({ field, value, of: Option }: OptionsProps) {
  const [danger] = chosenSafetyOptions({ fields: [field] }, { [field.id]: value ?? null })
  const hasSafetyOptions = Boolean(field.safetyOptions?.length)
  useEffect(() => {
    // Loaded in advance, because the numbers must appear immediately when an option is chosen, even offline.
    if (hasSafetyOptions) loadSafety().catch(() => {})
  }, [hasSafetyOptions])
  return (
    <Stack gap="sm" mt={8} mb={6}>
      {field.options.map((option) => (
        <Fragment key={option}>
          <Option value={option} label={option} size="md" />
          {option === danger && <SafetyNotice />}
        </Fragment>
      ))}
    </Stack>
  )
}

function DateField({ field, value, isMissing, onChange }: Props) {
  const { t } = useTranslation('form')
  const common = {
    label: field.label,
    description: field.hint || undefined,
    descriptionProps: { size: 'sm' } as const,
    size: 'md' as const,
    required: field.required,
    error: isMissing && t('own.required'),
  }
  return (
    <Suspense fallback={<TextInput {...common} disabled />}>
      <DateInput {...common} value={typeof value === 'string' ? value : ''} onChange={onChange} />
    </Suspense>
  )
}

/** A scale. The values are radio buttons, because the arrow keys must change the value. */
function ScaleField({ field, value, isMissing, onChange }: Props) {
  const { t } = useTranslation('form')
  const name = useId()
  if (!isScaleField(field.type)) return null
  const { from, to } = formScales[field.type]
  const steps = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return (
    <fieldset className={classes.scale}>
      <legend>
        {field.label}
        {field.required && (
          <span className={classes.required} aria-hidden>
            {' *'}
          </span>
        )}
      </legend>
      {field.hint && <div className={classes.hint}>{field.hint}</div>}
      <div className={classes.steps}>
        {steps.map((step) => (
          <label key={step} className={classes.step}>
            <input type="radio" name={name} value={step} checked={value === step} onChange={() => onChange(step)} />
            <span>{step}</span>
          </label>
        ))}
      </div>
      {isMissing && <div className={classes.error}>{t('own.required')}</div>}
    </fieldset>
  )
}
