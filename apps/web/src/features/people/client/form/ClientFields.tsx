import { unstorablePosition } from '@attune/contract/common/text/text'
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languageOptions } from '../../../../platform/settings/language.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { ContactFields } from './ContactFields.tsx'
import { clientFormFields, type ClientTextField, type FormField } from './fields.ts'
import type { ClientFormValues, ClientProblems } from './values.ts'
import classes from './ClientFields.module.css'

type Props = { facts: ClientFormValues; problems: ClientProblems; onChange: (facts: ClientFormValues) => void }
type SectionProps = Props & { section: FormField['section'] }

/** Renders the fields of one section, in two columns on wide screens. */
export function SectionFields({ section, ...props }: SectionProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {clientFormFields.map(
        ([name, field]) => field.section === section && <Field key={name} name={name} field={field} {...props} />,
      )}
    </SimpleGrid>
  )
}

/** Renders the optional fields: contact details, emergency contact, other contacts and code. */
export function OptionalFields(props: Props) {
  const { t } = useTranslation('client')
  return (
    <div className={classes.groups}>
      {(['contact', 'emergency'] as const).map((section) => (
        <fieldset key={section} className={classes.group}>
          <legend>{t(`form.${section}`)}</legend>
          <SectionFields {...props} section={section} />
        </fieldset>
      ))}
      <ContactFields
        contacts={props.facts.contacts}
        checked={props.problems.contacts !== undefined}
        onChange={(contacts) => props.onChange({ ...props.facts, contacts })}
      />
      <SectionFields {...props} section="calendar" />
    </div>
  )
}

type FieldProps = Props & { name: ClientTextField; field: FormField }

function Field({ name, field, facts, problems, onChange }: FieldProps) {
  const { t } = useTranslation('client')
  const { languages } = useProductSettings()
  const common = {
    name,
    label: t(`form.${field.label}`),
    value: facts[name],
    error: problems[name] && t(`form.${problems[name]}`, { position: unstorablePosition(facts[name]) }),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...facts, [name]: event.currentTarget.value }),
  }
  if (field.input === 'language') return <NativeSelect {...common} data={languageOptions(languages, facts[name])} />
  if (field.input === 'day')
    return <DateInput {...common} past onChange={(day) => onChange({ ...facts, [name]: day })} />
  const written = { ...common, maxLength: field.max, autoComplete: 'off' }
  if (field.input === 'lines')
    return <Textarea {...written} className={classes.wide} autosize minRows={2} maxRows={5} />
  return (
    <TextInput
      {...written}
      {...inputs[field.input ?? 'text']}
      required={field.isRequired}
      description={field.hint && t(`form.${field.hint}`)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data-autofocus={name === 'firstName' || undefined}
    />
  )
}

const inputs = {
  text: {},
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
} as const
