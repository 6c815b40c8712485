import type { Client } from '@attune/contract/features/people/client/client'
import type { ClientGuardians } from '@attune/contract/features/people/guardian/guardian.invitations'
import { Button, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { CustodyNotes } from '../custody/CustodyNotes.tsx'
import { useCustodyNotes } from '../custody/use-custody-notes.ts'
import classes from './Guardians.module.css'
import { GuardianItem } from './GuardianItem.tsx'
import { useClientGuardians } from './use-client-guardians.ts'

const InviteGuardianDialog = lazyNamed(() => import('./GuardianDialog.tsx'), 'InviteGuardianDialog')

type Props = { client: Pick<Client, 'id' | 'firstName' | 'contacts'> }

/**
 * Lists the guardians of a client with their rights, invites the contacts that are marked as guardians, and shows the custody notes. Renders nothing
 * for a client who has none of these, and while the guardians load.
 */
export function GuardiansCard({ client }: Props) {
  const { t } = useTranslation(['guardianInvitation', 'guardianRight'])
  const read = useClientGuardians(client.id)
  const marked = client.contacts.filter(({ isGuardian }) => isGuardian)
  const notes = useCustodyNotes(client.id).data?.items ?? []
  if (read.isPending || (marked.length === 0 && !read.data?.items.length && notes.length === 0)) return null
  return (
    <Section title={t('title')}>
      <Query of={read} failed={t('failed')} again={t('again')}>
        {(guardians) => (
          <div className={classes.parts}>
            <GuardianList guardians={guardians} />
            <InviteButtons client={client} guardians={guardians} />
            <CustodyNotes clientId={client.id} notes={notes} />
          </div>
        )}
      </Query>
    </Section>
  )
}

function GuardianList({ guardians: { items, firstName } }: { guardians: ClientGuardians }) {
  const { t } = useTranslation('guardianInvitation')
  const [showsEnded, setShowsEnded] = useState(false)
  const shown = items.filter(({ state }) => showsEnded || state !== 'ended')
  return (
    <>
      {shown.length > 0 && (
        <ul className={classes.people}>
          {shown.map((guardian) => (
            <GuardianItem key={guardian.id} guardian={guardian} client={firstName} />
          ))}
        </ul>
      )}
      {items.some(({ state }) => state === 'ended') && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.ended}
          aria-expanded={showsEnded}
          onClick={() => setShowsEnded(!showsEnded)}
        >
          {t(showsEnded ? 'hideEnded' : 'showEnded')}
        </Button>
      )}
    </>
  )
}

/** A button for each contact that can be invited, and the names of those that cannot, because they have no email address. */
function InviteButtons({ client, guardians }: Props & { guardians: ClientGuardians }) {
  const { t, i18n } = useTranslation('guardianInvitation')
  const [invited, setInvited] = useState<ClientGuardians['contacts'][number] | null>(null)
  const withoutEmail = client.contacts.filter(({ isGuardian, email }) => isGuardian && !email).map(({ name }) => name)
  const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(withoutEmail)
  return (
    <>
      {guardians.age === null && guardians.contacts.length > 0 && (
        <Callout kind="info">{t('noBirthDate', { name: client.firstName })}</Callout>
      )}
      {guardians.contacts.map((contact) => (
        <Button
          key={contact.id}
          variant="light"
          className={classes.invite}
          leftSection={<IconUserPlus size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setInvited(contact)}
        >
          {t('invite', { name: contact.name })}
        </Button>
      ))}
      {withoutEmail.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('withoutEmail', { names })}
        </Text>
      )}
      {invited && (
        <InviteGuardianDialog
          clientId={client.id}
          contact={invited}
          guardians={guardians}
          onClose={() => setInvited(null)}
        />
      )}
    </>
  )
}
