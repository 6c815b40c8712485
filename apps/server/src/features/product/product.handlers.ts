import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { isLoopback } from '../../platform/config.ts'
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
    const address = house.config.publicUrl ?? product.publicUrl
    return {
      practiceName: product.practiceName,
      therapistSignup: product.therapistSignup,
      mailConfigured: house.config.smtpUrl !== null,
      loopback: address === null || isLoopback(new URL(address).hostname),
      setUp: admin[0]?.there ?? false,
    }
  }),
}
