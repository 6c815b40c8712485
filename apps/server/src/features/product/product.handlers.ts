import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { build } from '../../platform/database/actor.ts'
import type { Context } from '../../platform/policy/context.ts'
import { readProduct } from '../administration/administration.ts'
import { sql } from 'kysely'

const on = implement(contract.product).$context<Context>()
const adminExists = sql<{ there: boolean }>`select def.admin_exists() as there`

export const productHandlers = {
  info: on.info.handler(async ({ context: { house } }) => {
    const [product, admin] = await Promise.all([
      readProduct(house),
      house.db.readAs({ role: 'worker', id: null }, adminExists.compile(build)),
    ])
    return {
      practiceName: product.practiceName,
      therapistSignup: product.therapistSignup,
      mailConfigured: house.config.smtpUrl !== null,
      loopback: house.site.isLoopback(),
      setUp: admin[0]?.there ?? false,
    }
  }),
}
