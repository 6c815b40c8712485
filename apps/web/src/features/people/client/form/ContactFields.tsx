import { unstorablePosition } from '@attune/contract/common/text/text'
import { maxContacts } from '@attune/contract/features/people/client/client.rules'
import { textLengths } from '@attune/contract/common/text/lengths'
import { Button, Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { contactProblems, emptyContact, type ContactFormValues } from './contact-values.ts'
import classes from '../overview/Contacts.module.css'
import groups from './ClientFields.module.css'

type Props = { contacts: ContactFormValues[]; checked: boolean; onChange: (contacts: ContactFormValues[]) => void }

/** Edits the contacts of a client: guardians, payers and emergency contacts. */
export function ContactFields({ contacts, checked, onChange }: Props) {
  const { t } = useTranslation('record')
  return (
    <fieldset className={groups.group}>
      <legend>{t('contacts.title')}</legend>
      {contacts.map((contact, index) => (
        <ContactFieldset
          key={contact.id}
          contact={contact}
          number={index + 1}
          checked={checked}
          onChange={(next) => onChange(contacts.map((one) => (one.id === next.id ? next : one)))}
          onRemove={() => onChange(contacts.filter((one) => one.id !== contact.id))}
        />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={contacts.length >= maxContacts}
        onClick={() => onChange([...contacts, emptyContact(createId())])}
      >
        {t('contacts.add')}
      </Button>
    </fieldset>
  )
}

type ContactFieldsetProps = {
  contact: ContactFormValues
  number: number
  checked: boolean
  onChange: (contact: ContactFormValues) => void
  onRemove: () => void
}

function ContactFieldset({ contact, number, checked, onChange, onRemove }: ContactFieldsetProps) {
  const { t } = useTranslation('record')
  const problems = checked ? contactProblems(contact) : {}
  const field = (name: 'name' | 'relationship' | 'phone' | 'email', maxLength: number) => ({
    label: t(`contacts.${name}`),
    value: contact[name],
    error: problems[name] && t(`contacts.${problems[name]}`, { position: unstorablePosition(contact[name]) }),
    maxLength,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...contact, [name]: event.currentTarget.value }),
  })
  return (
    <fieldset className={classes.person}>
      <legend>{contact.name.trim() || t('contacts.person', { number })}</legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...field('name', textLengths.contactName)} required />
        <TextInput {...field('relationship', textLengths.relationship)} />
        <TextInput {...field('phone', textLengths.phone)} type="tel" inputMode="tel" />
        <TextInput {...field('email', textLengths.email)} type="email" inputMode="email" />
      </SimpleGrid>
      <div className={classes.checks}>
        {(['isGuardian', 'isPayer', 'isEmergency'] as const).map((flag) => (
          <Checkbox
            key={flag}
            label={t(`contacts.${flag}`)}
            checked={contact[flag]}
            onChange={(event) => onChange({ ...contact, [flag]: event.currentTarget.checked })}
          />
        ))}
      </div>
      <Button
        className={classes.remove}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={contact.name.trim() ? t('contacts.removeOf', { name: contact.name }) : undefined}
        onClick={onRemove}
      >
        {t('contacts.remove')}
      </Button>
    </fieldset>
  )
}
