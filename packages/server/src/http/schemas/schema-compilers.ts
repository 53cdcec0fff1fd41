import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { isPrintableAscii, isUuid } from './params.ts'
import { limitLengthCounting } from './text-lengths.ts'

type Validate = ReturnType<Ajv['compile']>
type Serialize = (data: unknown) => string

/**
 * Sets schema compilers that compile a validator or serializer at its first use. Compiling all schemas takes a third of
 * the start time.
 */
export function compileSchemasAtFirstUse(app: FastifyInstance): void {
  // The default validator of Fastify coerces types ("hello" to ["hello"], 7 to "7") and removes fields.
  const ajv = formats.default(new Ajv({ useDefaults: true, addUsedSchema: false, allowUnionTypes: true }))
  ajv.addFormat('uuid', isUuid).addFormat('printable-ascii', isPrintableAscii)
  limitLengthCounting(ajv)
  app.setValidatorCompiler<object>(({ schema }) => {
    let validate: Validate | undefined
    return (data) => {
      validate ??= ajv.compile(schema)
      return validate(data) ? true : { error: validate.errors ?? [] }
    }
  })

  // Routes and statuses with the same schema share a serializer. All error responses have the same schema.
  const serializers = new Map<unknown, Serialize>()
  app.setSerializerCompiler<AnySchema>(({ schema }) => (data) => {
    const serialize = serializers.get(schema) ?? fastJsonStringify(schema)
    serializers.set(schema, serialize)
    return serialize(data)
  })
}
