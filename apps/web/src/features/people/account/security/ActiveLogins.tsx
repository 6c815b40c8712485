import { Button, Skeleton, Text } from '@mantine/core'
import type { OwnLogin } from '@attune/contract/features/people/login/login.schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { localDay, dayText, timeText } from '../../../../ui/page/date-text.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../account.module.css'

type Login = z.infer<typeof OwnLogin>

/** Lists the account's active logins, the most recently used first. The person can end each except the current one. */
export function ActiveLogins() {
  const { t } = useTranslation('security')
  const errorText = useErrorMessage()
  const read = useQuery(orpc.login.logins.queryOptions({ input: {}, staleTime: 0, refetchOnMount: true }))
  const end = useMutation({
    mutationFn: (login: Login | 'others') =>
      login === 'others' ? api.login.endOtherLogins({}) : api.login.endLogin({ id: login.id }),
    onSuccess: async (_, login) => {
      await read.refetch()
      toast.success(t(login === 'others' ? 'logins.othersEnded' : 'logins.ended'))
    },
  })
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('logins.title')}
      hint={t('logins.hint')}
      rows
      action={
        items.length > 1 && (
          <Button
            variant="default"
            loading={end.isPending && end.variables === 'others'}
            onClick={() => end.mutate('others')}
          >
            {t('logins.endOthers')}
          </Button>
        )
      }
    >
      <Query of={read} pending={<Skeleton height={56} />} failed={t('loadFailed')} again={t('again')}>
        {() =>
          items.map((login) => (
            <LoginRow
              key={login.id}
              login={login}
              ending={end.isPending && end.variables === login}
              onEnd={() => end.mutate(login)}
            />
          ))
        }
      </Query>
      {end.isError && (
        <div className={classes.inset}>
          <FormError>{errorText(end.error)}</FormError>
        </div>
      )}
    </Section>
  )
}

function LoginRow({ login, ending, onEnd }: { login: Login; ending: boolean; onEnd: () => void }) {
  const { t } = useTranslation('security')
  return (
    <CardRow wraps>
      <LoginText login={login} />
      {!login.current && (
        <Button
          variant="subtle"
          aria-label={t('logins.endOf', { device: login.device || t('logins.unknown') })}
          loading={ending}
          onClick={onEnd}
        >
          {t('logins.end')}
        </Button>
      )}
    </CardRow>
  )
}

function LoginText({ login }: { login: Login }) {
  const { t } = useTranslation('security')
  const locale = useLocale()
  const when = (instant: string) => `${dayText(localDay(instant, locale), locale)}, ${timeText(instant, locale)}`
  return (
    <div className={classes.grow}>
      <Text fw={550} size="sm">
        {login.device || t('logins.unknown')}
      </Text>
      <MetaList>
        {login.current ? t('logins.here') : t('logins.seen', { when: when(login.lastSeenAt) })}
        {t('logins.since', { when: when(login.at) })}
        {login.ip}
      </MetaList>
    </div>
  )
}
