import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { isPrintableAscii, isUuid } from './params.ts'
import { limitLengthCounting } from './text-lengths.ts'

type Validate = ReturnType<Ajv['compile']>
type Serialize = (data: unknown) => string

/**
 * Sets compilers of schemas that compile a validator or serializer at its first use: compiling all of them would be a
 * third of a start's work.
 */
export function compileSchemasAtFirstUse(app: FastifyInstance): void {
  // Fastify's own validator would turn "hello" into ["hello"] and 7 into "7", and drop fields: bodies are taken as they are.
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

  // Routes and statuses with the same schema share a serializer. All failures have the same one.
  const serializers = new Map<unknown, Serialize>()
  app.setSerializerCompiler<AnySchema>(({ schema }) => (data) => {
    const serialize = serializers.get(schema) ?? fastJsonStringify(schema)
    serializers.set(schema, serialize)
    return serialize(data)
  })
}
