import type { Feed, FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { FeedAddress } from './FeedAddress.tsx'
import classes from './feed.module.css'
import { FeedModeChoice } from './FeedModeChoice.tsx'

/** Edits the feed with which other calendar programs show the viewer's sessions: its address and its mode. */
export function OwnCalendarFeed({ viewer }: { viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('feeds')
  const errorText = useErrorMessage()
  const cache = useQueryClient()
  const options = orpc.calendar.feed.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' })
  const read = useQuery(options)
  const show = (feed: Feed | null) => cache.setQueryData(options.queryKey, { feed })
  const [chosen, setChosen] = useState<FeedMode>('busy')
  const set = useMutation({ mutationFn: (mode: FeedMode) => api.calendar.setFeed({ mode }), onSuccess: show })
  const feed = read.data?.feed
  return (
    <Section title={t('own.title')} hint={t(`own.hint.${viewer}`)}>
      <Query
        of={read}
        pending={<Skeleton height={viewer === 'therapist' ? 330 : 180} />}
        failed={t('loadFailed')}
        again={t('again')}
      >
        {() => (
          <div className={classes.parts}>
            {feed && <FeedAddress feed={feed} onChanged={show} />}
            <FeedModeChoice
              viewer={viewer}
              value={feed ? (set.isPending ? set.variables : feed.mode) : chosen}
              onChange={(mode) => (feed ? set.mutate(mode) : setChosen(mode))}
            />
            {!feed && (
              <div>
                <p className={classes.quiet}>{t('own.secret')}</p>
                <Button mt="sm" loading={set.isPending} onClick={() => set.mutate(chosen)}>
                  {t('own.make')}
                </Button>
              </div>
            )}
            {set.isError && <FormError>{errorText(set.error)}</FormError>}
          </div>
        )}
      </Query>
    </Section>
  )
}
