import type { Notification } from '@attune/contract/features/notification'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { useReader } from '../../platform/reader.ts'
import { agoText } from '../../ui/moment.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './Bell.module.css'
import { addressOf } from './address.ts'

type List = { items: Notification[]; unread: number }

/** The unread notifications, newest first. A click marks one as read and goes to what it is about. */
export function Unread({ read, onClose }: { read: UseQueryResult<List, unknown>; onClose: () => void }) {
  const { t } = useTranslation('notification')
  const me = useMe()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const key = query.notification.list.queryKey({ input: { unreadOnly: true } })
  const items = read.data?.items ?? []
  const settle = { onSettled: () => cache.invalidateQueries({ queryKey: query.notification.key() }) }
  const markAll = useMutation({ mutationFn: () => api.notification.markAllRead({}), ...settle })
  const markOne = useMutation({
    mutationFn: (id: string) => api.notification.markRead({ id }),
    // It leaves the list at once; the server's answer follows.
    onMutate: (id) =>
      cache.setQueryData<List>(key, (list) => {
        if (!list) return list
        return { items: list.items.filter((item) => item.id !== id), unread: Math.max(0, list.unread - 1) }
      }),
    ...settle,
  })
  const open = (item: Notification) => {
    markOne.mutate(item.id)
    onClose()
    const address = me && addressOf(item, me.role)
    if (address) void navigate({ href: address })
  }
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        {items.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconCheck size={16} aria-hidden />}
            loading={markAll.isPending}
            onClick={() => markAll.mutate()}
          >
            {t('markAll')}
          </Button>
        )}
      </div>
      {read.isError && !read.data && (
        <div className={classes.empty}>
          <p>{t('failed')}</p>
          <Button variant="default" size="compact-sm" onClick={() => void read.refetch()}>
            {t('again')}
          </Button>
        </div>
      )}
      {read.data && items.length === 0 && (
        <p className={classes.empty} data-autofocus tabIndex={-1} ref={keepFocus}>
          {t('empty')}
        </p>
      )}
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.id}>
              <button type="button" className={classes.item} onClick={() => open(item)}>
                <PersonAvatar name={item.personName} url={item.avatarUrl} size={36} />
                <span className={classes.words}>
                  <span className={classes.itemTitle}>{item.title}</span>
                  <span className={classes.message}>{item.message}</span>
                </span>
                <Ago at={item.createdAt} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** 'Mark all as read' goes with what it marked; the focus it had stays in the list, where Escape is heard. */
function keepFocus(node: HTMLElement | null) {
  if (document.activeElement === document.body) node?.focus()
}

function Ago({ at }: { at: string }) {
  const { t } = useTranslation('notification')
  const { language } = useReader()
  return (
    <time className={classes.ago} dateTime={at}>
      {agoText(at, language, useNow()) ?? t('justNow')}
    </time>
  )
}
