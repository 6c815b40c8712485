import type { MeasureSummary } from '@attune/contract/features/care/measure/measure.schemas'
import { Button } from '@mantine/core'
import { IconClipboardList, IconPlus, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Card, CardRow } from '../../../../ui/page/Section.tsx'
import { useMeasureList } from '../use-measure-list.ts'
import { emptyMeasure } from '../write/measure-parts.ts'
import classes from './MeasureListPage.module.css'
import { MeasureMenu } from './MeasureMenu.tsx'
import { useCreateMeasure } from './use-create-measure.ts'
import { useMeasureState } from './use-measure-state.ts'

const ImportMeasureDialog = lazyNamed(() => import('./ImportMeasureDialog.tsx'), 'ImportMeasureDialog')

/** Lists the therapist's own questionnaires. */
export function MeasureListPage() {
  const { t } = useTranslation('measure')
  const [isImport, setIsImport] = useState(false)
  const read = useMeasureList()
  return (
    <>
      <PageHeader
        title={t('titles')}
        facts={t('listHint')}
        actions={<MeasureListActions onImport={() => setIsImport(true)} />}
      />
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
        empty={
          read.data?.items.length === 0 && (
            <Card>
              <EmptyState icon={IconClipboardList} title={t('emptyTitle')} text={t('emptyText')} />
            </Card>
          )
        }
      >
        {({ items }) => (
          <Card>
            {items.map((item) => (
              <CardRow key={item.id}>
                <MeasureListRow item={item} />
              </CardRow>
            ))}
          </Card>
        )}
      </Query>
      {isImport && <ImportMeasureDialog onClose={() => setIsImport(false)} />}
    </>
  )
}

/** Shows the buttons that import a questionnaire and create an empty one. */
function MeasureListActions({ onImport }: { onImport: () => void }) {
  const { t } = useTranslation('measure')
  const create = useCreateMeasure()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={onImport}
      >
        {t('import.action')}
      </Button>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        loading={create.isPending}
        onClick={() => create.mutate(emptyMeasure(currentLanguage()))}
      >
        {t('new')}
      </Button>
    </>
  )
}

function MeasureListRow({ item }: { item: MeasureSummary }) {
  const { t } = useTranslation('measure')
  const state = useMeasureState()
  return (
    <>
      <div className={classes.texts}>
        <Link
          className={classes.link}
          to="/dashboard/therapist/questionnaires/$measureId"
          params={{ measureId: item.id }}
        >
          {item.title || t('untitled')}
        </Link>
        <div className={classes.facts}>
          <MetaList>
            {t('itemCount', { count: item.items })}
            {state(item)}
          </MetaList>
        </div>
      </div>
      <MeasureMenu measure={item} />
    </>
  )
}
