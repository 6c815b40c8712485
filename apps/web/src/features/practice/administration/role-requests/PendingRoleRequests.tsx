import type { RoleRequest } from '@attune/contract/features/practice/administration/administration'
import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconId } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import classes from '../administration.module.css'
import { useRoleDecision } from './use-role-decision.ts'

const DeclineRoleDialog = lazyNamed(() => import('./DeclineRoleDialog.tsx'), 'DeclineRoleDialog')

/** Lists the pending requests for the therapist role, with buttons to approve and decline. */
export function PendingRoleRequests() {
  const { t } = useTranslation('administration')
  const read = useQuery(orpc.administration.roleRequests.queryOptions({ input: { which: 'waiting' } }))
  const requests = read.data?.items ?? []
  return (
    <Section title={t('waiting.title')} count={requests.length} rows={requests.length > 0 || !read.data}>
      <Query
        of={read}
        pending={<RowSkeletons rows={2} />}
        failed={t('loadFailed')}
        again={t('again')}
        empty={
          requests.length === 0 && (
            <>
              <Text size="sm">{t('waiting.empty')}</Text>
              <Text size="xs" c="dimmed">
                {t('waiting.emptyHint')}
              </Text>
            </>
          )
        }
      >
        {() => requests.map((request, index) => <Request key={request.id} request={request} first={index === 0} />)}
      </Query>
    </Section>
  )
}

function Request({ request, first }: { request: RoleRequest; first: boolean }) {
  const { t } = useTranslation('administration')
  const decision = useRoleDecision()
  const [command] = useState(createId)
  const [declining, setDeclining] = useState(false)
  const approve = useMutation({
    mutationFn: () => api.administration.approveRole({ id: request.id, command }),
    onSuccess: () => toast({ variant: 'success', title: t('waiting.approved', { name: request.name }) }),
    ...decision,
  })
  return (
    <article className={classes.request} aria-label={t('waiting.asks', { name: request.name })}>
      <RequestDetails request={request} />
      <div className={classes.consequence}>
        <IconId size={20} stroke={1.75} aria-hidden />
        <span>{t('waiting.consequence', { name: request.name })}</span>
      </div>
      <Group gap="xs">
        <Button
          variant={first ? 'filled' : 'light'}
          leftSection={<IconCheck size={18} aria-hidden />}
          loading={approve.isPending}
          onClick={() => approve.mutate()}
        >
          {t('waiting.approve')}
        </Button>
        <Button variant="default" disabled={approve.isPending} onClick={() => setDeclining(true)}>
          {t('waiting.decline')}
        </Button>
      </Group>
      {declining && <DeclineRoleDialog request={request} onClose={() => setDeclining(false)} />}
    </article>
  )
}

/** Shows the name of the person who requests the role, the time of the request, and the person's profile texts. */
function RequestDetails({ request }: { request: RoleRequest }) {
  const { t } = useTranslation('administration')
  const locale = useLocale()
  const none = (
    <Text span size="sm" c="dimmed">
      {t('waiting.nothingWritten')}
    </Text>
  )
  return (
    <>
      <div className={classes.who}>
        <PersonAvatar personId={request.accountId} name={request.name} size={48} />
        <div className={classes.texts}>
          <h3 className={classes.asks}>{t('waiting.asks', { name: request.name })}</h3>
          <MetaList>
            {request.email}
            {t('waiting.asked', { when: momentInSentence(request.askedAt, locale) })}
          </MetaList>
        </div>
      </div>
      <DefinitionList
        of={[
          [t('waiting.specialization'), request.specialization || none],
          [t('waiting.credentials'), request.credentials || none],
        ]}
      />
    </>
  )
}
