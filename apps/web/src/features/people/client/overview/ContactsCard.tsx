import type { Contact } from '@attune/contract/features/people/client/client.fields'
import { Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconReceipt, IconShield } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './Contacts.module.css'
import { phoneLink } from '../../../../ui/base/phone-link.tsx'

const flags = [
  { name: 'isGuardian', icon: IconShield },
  { name: 'isPayer', icon: IconReceipt },
  { name: 'isEmergency', icon: IconAlertTriangle },
] as const

/** Lists the contacts of a client with their roles, phone numbers and email addresses. */
export function ContactsCard({ contacts, action }: { contacts: Contact[]; action: ReactNode }) {
  const { t } = useTranslation('record')
  return (
    <Section title={t('contacts.title')} action={action}>
      <ul className={classes.people}>
        {contacts.map((contact) => (
          <li key={contact.id}>
            <MetaList size={14}>
              <Text span inherit fw={550} c="var(--mantine-color-text)">
                {contact.name}
              </Text>
              {contact.relationship}
            </MetaList>
            <div className={classes.ways}>
              {contact.phone && phoneLink(contact.phone)}
              {contact.email && (
                <Anchor inherit href={`mailto:${contact.email}`}>
                  {contact.email}
                </Anchor>
              )}
            </div>
            <div className={classes.flags}>
              {flags.map(({ name, icon }) =>
                contact[name] ? (
                  <StatusBadge key={name} icon={icon}>
                    {t(`contacts.${name}`)}
                  </StatusBadge>
                ) : null,
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
