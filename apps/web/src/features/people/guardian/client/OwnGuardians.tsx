import type { OwnGuardian } from '@attune/contract/features/people/guardian/guardian.client'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { guardianSentences } from './guardian-sentences.ts'
import classes from './own-guardians.module.css'

const RenewGuardianDialog = lazyNamed(() => import('./RenewGuardianDialog.tsx'), 'RenewGuardianDialog')

/** Lists for a client the people who act for them, with their rights. Renders nothing if there are none. */
export function OwnGuardians() {
  const { t } = useTranslation('ownGuardians')
  const read = useQuery(orpc.guardian.mine.queryOptions({ input: {} }))
  useSubscription('guardians', () => void read.refetch())
  return (
    <Query of={read} failed={t('failed')} again={t('again')} card>
      {({ items }) => items.length > 0 && <GuardianRows guardians={items} />}
    </Query>
  )
}

function GuardianRows({ guardians }: { guardians: OwnGuardian[] }) {
  const { t } = useTranslation('ownGuardians')
  const therapists = [...new Set(guardians.map(({ therapistName }) => therapistName))]
  const therapist = new Intl.ListFormat(useLocale().language, { type: 'disjunction' }).format(therapists)
  return (
    <Section title={t('title')} hint={t('hint')} rows>
      {guardians.map((guardian) => (
        <CardRow key={guardian.id}>
          <GuardianText guardian={guardian} />
        </CardRow>
      ))}
      <CardRow>
        <Text size="sm" c="dimmed">
          {t('keep', { therapist })}
        </Text>
      </CardRow>
    </Section>
  )
}

function GuardianText({ guardian }: { guardian: OwnGuardian }) {
  const { t } = useTranslation('ownGuardians')
  const locale = useLocale()
  const { since, state, seesEarlier, pausesOn, canRenew } = guardian
  const [renewing, setRenewing] = useState(false)
  return (
    <div className={classes.text}>
      <p>{guardianSentences(t, guardian).join(' ')}</p>
      {since && state === 'active' && (
        <Text size="sm" c="dimmed" component="p">
          {t(seesEarlier ? 'sinceAll' : 'since', { when: dateText(localDay(since, locale), locale.language) })}
        </Text>
      )}
      {pausesOn && state === 'active' && (
        <Text size="sm" c="dimmed" component="p">
          {t('pausesOn', { when: dateText(pausesOn, locale.language) })}
        </Text>
      )}
      {canRenew && (
        <Button variant="default" mt="xs" onClick={() => setRenewing(true)}>
          {t('renew.open')}
        </Button>
      )}
      {renewing && <RenewGuardianDialog guardian={guardian} onClose={() => setRenewing(false)} />}
    </div>
  )
}
