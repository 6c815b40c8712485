import { textLengths } from '@attune/contract/common/lengths'
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languageNames, interfaceLanguages } from '../../platform/language.ts'
import { ContactFields } from './ContactFields.tsx'
import type { ClientTextField, ClientFormValues, ClientProblems } from './client-form-values.ts'
import classes from './ClientFields.module.css'

type Props = { facts: ClientFormValues; problems: ClientProblems; onChange: (facts: ClientFormValues) => void }

function useField({ facts, problems, onChange }: Props) {
  const { t } = useTranslation('client')
  return (name: ClientTextField) => ({
    name,
    label: t(`form.${name}`),
    value: facts[name],
    error: problems[name] && t(`form.${problems[name]}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...facts, [name]: event.currentTarget.value }),
  })
}

/** First and last name, the only required fields. */
export function NameFields(props: Props) {
  const field = useField(props)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput {...field('firstName')} required autoComplete="off" maxLength={textLengths.name} data-autofocus />
      <TextInput {...field('lastName')} required autoComplete="off" maxLength={textLengths.name} />
    </SimpleGrid>
  )
}

/** Email address and language of emails. */
export function EmailFields(props: Props) {
  const { t } = useTranslation('client')
  const field = useField(props)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={textLengths.email}
        description={t('form.emailHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <NativeSelect
        {...field('language')}
        data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </SimpleGrid>
  )
}

/** The optional fields: contact details, emergency contact, contacts, code and notes. */
export function OptionalFields(props: Props) {
  const { t } = useTranslation('client')
  const field = useField(props)
  return (
    <div className={classes.groups}>
      <AddressFields {...props} />
      <EmergencyFields {...props} />
      <ContactFields
        contacts={props.facts.contacts}
        checked={props.problems.contacts !== undefined}
        onChange={(contacts) => props.onChange({ ...props.facts, contacts })}
      />
      <TextInput
        {...field('code')}
        description={t('form.codeHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        maxLength={textLengths.clientCode}
        styles={{ input: { maxWidth: 360 } }}
      />
      <Textarea
        {...field('notes')}
        label={t('form.notes')}
        description={
          <span className={classes.lock}>
            <IconLock size={14} aria-hidden /> {t('form.notesHint')}
          </span>
        }
        autosize
        minRows={4}
        maxRows={16}
        maxLength={textLengths.clientNotes}
        styles={{ input: { fontSize: 16, lineHeight: 1.55 } }}
      />
    </div>
  )
}

function AddressFields(props: Props) {
  const { t } = useTranslation('client')
  const field = useField(props)
  return (
    <fieldset className={classes.group}>
      <legend>{t('form.contact')}</legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...field('phone')} type="tel" inputMode="tel" autoComplete="off" maxLength={textLengths.phone} />
        <TextInput {...field('dateOfBirth')} type="date" autoComplete="off" />
      </SimpleGrid>
      <Textarea
        {...field('address')}
        mt="sm"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={textLengths.clientAddress}
        autoComplete="off"
      />
    </fieldset>
  )
}

function EmergencyFields(props: Props) {
  const { t } = useTranslation('client')
  const field = useField(props)
  return (
    <fieldset className={classes.group}>
      <legend>{t('form.emergency')}</legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...field('emergencyName')} autoComplete="off" maxLength={textLengths.contactName} />
        <TextInput
          {...field('emergencyPhone')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={textLengths.phone}
        />
        <TextInput {...field('emergencyRelationship')} autoComplete="off" maxLength={textLengths.relationship} />
      </SimpleGrid>
    </fieldset>
  )
}
