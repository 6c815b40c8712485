import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { PersonAvatar } from '../../ui/page/PersonAvatar.tsx'
import { CardRow, Section } from '../../ui/page/Section.tsx'
import { Pending } from '../../ui/page/RevealTogether.tsx'
import { TextLink } from '../../ui/base/TextLink.tsx'
import { ClientStatusBadge } from '../client/client.ts'
import classes from './Side.module.css'

/** Lists the clients who have not joined yet. Renders nothing if there are none. */
export function PendingClients() {
  const { t } = useTranslation('dashboard')
  const read = useQuery(orpc.client.list.queryOptions({ input: { status: 'pending', limit: 6 } }))
  const people = read.data?.items ?? []
  if (read.isPending) return <Pending />
  if (people.length === 0) return null
  return (
    <Section
      title={t('pending.title')}
      rows
      action={<TextLink to="/dashboard/therapist/clients">{t('pending.open')}</TextLink>}
    >
      {people.map((client) => {
        const name = `${client.firstName} ${client.lastName}`
        return (
          <CardRow key={client.id}>
            <PersonAvatar personId={client.personId} name={name} url={client.avatarUrl} size={32} />
            <div className={classes.words}>
              <Link
                className={classes.name}
                to="/dashboard/therapist/clients/$clientId/client-profile"
                params={{ clientId: client.id }}
              >
                {name}
              </Link>
            </div>
            <ClientStatusBadge status={client.status} />
          </CardRow>
        )
      })}
    </Section>
  )
}
