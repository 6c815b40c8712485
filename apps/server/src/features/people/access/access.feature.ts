import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { accessExport } from './access.exported.ts'
import { accessHandlers } from './access.handlers.ts'
import { accessPolicy } from './access.policy.ts'

export const accessFeature = defineFeature({
  handlers: accessHandlers,
  policy: accessPolicy,
  cleanups: [deleteOldRows((tx, limits) => tx.run('select def.delete_old_accesses($1, $2) as count', limits))],
  exports: [accessExport],
  deletion: { erasedOfClient: 'access-log', erasedOfTherapist: leftOut('a therapist has no rows here') },
})
