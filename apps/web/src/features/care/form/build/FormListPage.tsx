import type { FormItem } from '@attune/contract/features/care/form/form.schemas'
import { Button } from '@mantine/core'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Card, CardRow } from '../../../../ui/page/Section.tsx'
import classes from '../Form.module.css'
import { useForms, useFormTimes } from '../use-forms.ts'

const NewFormDialog = lazyNamed(() => import('./NewFormDialog.tsx'), 'NewFormDialog')

export function FormListPage() {
  const { t } = useTranslation('form')
  const [asked, setAsked] = useState(false)
  const read = useForms()
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} aria-haspopup="dialog" onClick={() => setAsked(true)}>
      {t('new.action')}
    </Button>
  )
  const empty = (
    <Card>
      <EmptyState icon={IconFileText} title={t('emptyTitle')} text={t('emptyText')} />
    </Card>
  )
  return (
    <>
      <PageHeader title={t('titles')} facts={t('listHint')} actions={add} />
      <Query
        of={read}
        pending={
          <Card>
            <RowSkeletons rows={5} avatar={false} />
          </Card>
        }
        failed={t('failed')}
        again={t('again')}
        card
        empty={read.data?.items.length === 0 && empty}
      >
        {({ items }) => (
          <Card>
            {items.map((item) => (
              <CardRow key={item.id}>
                <FormRow item={item} />
              </CardRow>
            ))}
          </Card>
        )}
      </Query>
      {asked && <NewFormDialog onClose={() => setAsked(false)} />}
    </>
  )
}

function FormRow({ item }: { item: FormItem }) {
  const { t } = useTranslation('form')
  const { day } = useFormTimes()
  const { confirmedAt, confirmedVersion, version, isConsent, isSentOnJoining } = item
  return (
    <div className={classes.texts}>
      <Link className={classes.link} to="/dashboard/therapist/forms/$formId" params={{ formId: item.id }}>
        {item.title || t('untitled')}
      </Link>
      <div className={classes.facts}>
        <MetaList>
          {confirmedVersion === version && confirmedAt
            ? t('confirmedOn', { day: day(confirmedAt) })
            : t(confirmedVersion === null ? 'notConfirmed' : 'changedSince')}
          {isConsent && t('consent')}
          {isSentOnJoining && t('onJoining.fact')}
        </MetaList>
      </div>
    </div>
  )
}
