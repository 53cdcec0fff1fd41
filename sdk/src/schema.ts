// Made by "npm run client:api" from the service's own description of its routes. Not edited by hand.

export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process is running */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            status: string;
                            version: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                408: components["responses"]["RequestTimeout"];
                415: components["responses"]["UnsupportedMediaType"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the service can serve requests */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            status: string;
                            version: string;
                        } & {
                            parts: {
                                [key: string]: string;
                            };
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                408: components["responses"]["RequestTimeout"];
                415: components["responses"]["UnsupportedMediaType"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                /** @description The service is busy, or a part of it is unavailable. Retry after the seconds in Retry-After. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            parts: {
                                [key: string]: string;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the images and fonts of the account */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            assets: {
                                /**
                                 * @description What its bytes are.
                                 * @example image/png
                                 * @example font/woff2
                                 */
                                contentType: string;
                                /** @description SHA-256 of the bytes, hex. */
                                contentVersion: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                /** @description Bytes. */
                                fileSize: number;
                                /** @description What templates call it by: `{{asset "name"}}`. */
                                name: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Null where nobody knows. */
                                updatedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                    name: string | null;
                                } | null;
                            }[];
                            /** @description Of all of them together. */
                            bytes: number;
                            /** @description How many they may be. */
                            bytesMax: number;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the content of an asset */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The bytes, with the type that they have. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": unknown;
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        /**
         * Create or replace an asset
         * @description The body is the file: a PNG, JPEG, GIF, WebP or SVG image, or a TTF, OTF, WOFF or WOFF2 font, of at most 5 MiB. With If-Match or If-None-Match, the response is 412 when the current content is neither the expected version nor the content in the body.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The contentVersion that is to be replaced, in quotes. Any, if not given. */
                    "if-match"?: string;
                    /** @description `*`: only where there is none of this name. */
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/octet-stream": unknown;
                };
            };
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description What its bytes are.
                             * @example image/png
                             * @example font/woff2
                             */
                            contentType: string;
                            /** @description SHA-256 of the bytes, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Bytes. */
                            fileSize: number;
                            /** @description What templates call it by: `{{asset "name"}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                        };
                    };
                };
                /** @description The resource was created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description What its bytes are.
                             * @example image/png
                             * @example font/woff2
                             */
                            contentType: string;
                            /** @description SHA-256 of the bytes, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Bytes. */
                            fileSize: number;
                            /** @description What templates call it by: `{{asset "name"}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                412: components["responses"]["PreconditionFailed"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        post?: never;
        /** Delete an asset */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            name: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the credit balance */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description What may still be spent: credits less reserved. */
                            available: number;
                            /** @description Where credits are added. */
                            billingUrl: string;
                            /** @description The balance. */
                            credits: number;
                            /** @description Of these, held for what is being made now. */
                            reserved: number;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List asynchronous generations, newest first
         * @description Lists the generations of the last 30 days. `from` and `to` are the days in `timeZone` on which they started. Synchronous calls are not listed; GET /v1/usage counts them.
         */
        get: {
            parameters: {
                query?: {
                    /** @description nextCursor of the page before. */
                    cursor?: string;
                    /** @example 2026-11-21 */
                    from?: string;
                    /** @description At most 100. Default 50. */
                    limit?: string;
                    status?: "pending" | "processing" | "completed" | "failed";
                    /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                    templateId?: string;
                    /**
                     * @description In whose days is counted, by its IANA name. Default: the account’s own.
                     * @example Europe/Berlin
                     */
                    timeZone?: string;
                    /** @example 2026-11-21 */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            jobs: {
                                completedAt: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                expiresIn: string | null;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                jobId: string;
                                message: string | null;
                                pagesGenerated: number;
                                pdfUrl: string | null;
                                /** @description How far the mail to each recipient is. */
                                recipients: {
                                    email: string;
                                    /** @description What the mail server said, if it refused. */
                                    message?: string;
                                    status: "queued" | "sent" | "failed";
                                }[];
                                size: number | null;
                                status: "pending" | "processing" | "completed" | "failed";
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            }[];
                            nextCursor: string | null;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the status of an asynchronous generation */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    jobId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            job: {
                                completedAt: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                expiresIn: string | null;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                jobId: string;
                                message: string | null;
                                pagesGenerated: number;
                                pdfUrl: string | null;
                                /** @description How far the mail to each recipient is. */
                                recipients: {
                                    email: string;
                                    /** @description What the mail server said, if it refused. */
                                    message?: string;
                                    status: "queued" | "sent" | "failed";
                                }[];
                                size: number | null;
                                status: "pending" | "processing" | "completed" | "failed";
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            };
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the partials of the account */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            partials: {
                                /** @description SHA-256 of the source, hex. */
                                contentVersion: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                /** @description Bytes of the source. */
                                fileSize: number;
                                /** @description What templates call it by: `{{> name}}`. */
                                name: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Null where nobody knows. */
                                updatedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                    name: string | null;
                                } | null;
                                /** @description The number of the present version, from 1 on. */
                                version: number;
                            }[];
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partials/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a partial with its source, in its current or an older version */
        get: {
            parameters: {
                query?: {
                    /** @description The number of an older version. */
                    version?: string;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            partial: {
                                /** @description The Handlebars source. */
                                content: string;
                                /** @description SHA-256 of the source, hex. */
                                contentVersion: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                /** @description Bytes of the source. */
                                fileSize: number;
                                /** @description What templates call it by: `{{> name}}`. */
                                name: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Null where nobody knows. */
                                updatedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                    name: string | null;
                                } | null;
                                /** @description The number of the present version, from 1 on. */
                                version: number;
                            };
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        /**
         * Create or replace a partial, or restore an older version
         * @description With If-Match or If-None-Match, the response is 412 when the current content is neither the expected version nor the content in the body.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The contentVersion that is to be replaced, in quotes. Any, if not given. */
                    "if-match"?: string;
                    /** @description `*`: only where there is none of this name. */
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The Handlebars source, base64-encoded. */
                        content?: string;
                        /** @enum {string} */
                        contentEncoding?: "base64";
                        /** @description Instead of content: the number of an older version, whose content it gets again. */
                        version?: number;
                    };
                };
            };
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Bytes of the source. */
                            fileSize: number;
                            /** @description What templates call it by: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                            /** @description The number of the present version, from 1 on. */
                            version: number;
                        };
                    };
                };
                /** @description The resource was created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Bytes of the source. */
                            fileSize: number;
                            /** @description What templates call it by: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                            /** @description The number of the present version, from 1 on. */
                            version: number;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                412: components["responses"]["PreconditionFailed"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        post?: never;
        /** Delete a partial and all its versions */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            name: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partials/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a partial, newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            versions: {
                                contentVersion: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                fileSize: number;
                                isCurrent: boolean;
                                number: number;
                                restored: number | null;
                                /** @description Null where nobody knows. */
                                savedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                    name: string | null;
                                } | null;
                            }[];
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pdf/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a PDF
         * @description Each element of `data` costs one credit. A synchronous call ends after 29 seconds. A call with an Idempotency-Key can be repeated: the response is the same (with `idempotent-replayed: true`) and the charge is made once. The Location header of an asynchronous call is the address of its job. The Link header (rel="payment") of a 402 is the address where credits are bought. With Accept: application/pdf the response is the PDF itself, with Accept: image/png a picture of one sheet. Errors are always JSON.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Any text of your own that names this call, such as a UUID. Repeated within 24 hours with the same body, the call is answered as before and charged once. A call that failed was not charged and may be repeated. */
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "templateId": "97d5550a-6f17-4386-9ae9-63a47e32d9e8",
                     *       "data": [
                     *         {
                     *           "name": "Ada"
                     *         },
                     *         {
                     *           "name": "Grace"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Make the PDF in the background. Default false. */
                        async?: boolean;
                        /** @description An object gives one page; an array gives one page per element, at most 50. */
                        data: Record<string, never> | unknown[];
                        /** @description Fill and print, answer what there is to say of it and what it would cost, and charge and store nothing. */
                        dryRun?: boolean;
                        /** @description What the PDF is given besides its pages. */
                        options?: {
                            /** @description Files that lie in the PDF, 4 MiB in all. */
                            attachments?: {
                                /** @description Base64. */
                                content: string;
                                /** @description For readers. */
                                description?: string;
                                /**
                                 * @description Default application/octet-stream.
                                 * @example text/csv
                                 */
                                mimeType?: string;
                                /**
                                 * @description When the file was changed last. Default: the time of the call.
                                 * @example 2026-11-20T12:00:00Z
                                 */
                                modifiedAt?: string;
                                /** @example data.csv */
                                name: string;
                                /**
                                 * @description What the file is to the document. Default Unspecified.
                                 * @enum {string}
                                 */
                                relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
                            }[];
                            /** @description Makes a Factur-X (ZUGFeRD) invoice: PDF/A-3b with the XML in it. For a single element of data. */
                            facturx?: {
                                /**
                                 * @description What the XML says of itself, too.
                                 * @enum {string}
                                 */
                                profile: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
                                /**
                                 * @description What the XML is to the pages. Default Data for MINIMUM and BASIC WL, else Alternative.
                                 * @enum {string}
                                 */
                                relationship?: "Data" | "Source" | "Alternative";
                                /** @description The invoice as XML (UN/CEFACT CII) in UTF-8, base64. */
                                xml: string;
                            };
                            /**
                             * @description The name under which it is saved, and attached to mails. Default: the name of the template.
                             * @example Invoice 2026-118.pdf
                             */
                            filename?: string;
                            /** @description What the PDF says of itself: in its information dictionary, and equally in XMP. */
                            metadata?: {
                                /** @description Whose document it is. */
                                author?: string;
                                /**
                                 * @description When it was made. Default: not said, so that the same call gives the same bytes.
                                 * @example 2026-11-20T12:00:00Z
                                 */
                                createdAt?: string;
                                keywords?: string[];
                                /**
                                 * @description BCP 47; else the lang of the HTML.
                                 * @example de-AT
                                 */
                                language?: string;
                                /** @description What it is about, in a sentence. */
                                subject?: string;
                                /** @description Else the <title> of the HTML. */
                                title?: string;
                            };
                            /** @description With it everything is allowed. Default: there is none. */
                            ownerPassword?: string;
                            /** @description Without it the PDF cannot be opened: AES-256, PDF 2.0. We do not keep it. */
                            password?: string;
                            /**
                             * @description For archives: PDF/A-3b. A document that cannot be is answered 400.
                             * @enum {string}
                             */
                            pdfa?: "3b";
                            /** @description What readers who know `password` alone may do. Well-behaved programs keep to it. */
                            permissions?: {
                                /** @description Writing comments. Default true. */
                                annotate?: boolean;
                                /** @description Copying text and pictures; programs that read aloud always may. Default true. */
                                copy?: boolean;
                                /** @description Changing and rearranging pages. Default true. */
                                modify?: boolean;
                                /** @description Printing. Default true. */
                                print?: boolean;
                            };
                            /** @description A text on every sheet. Readers that read aloud leave it out. */
                            watermark?: {
                                /** @description Degrees, counted against the clock. Default 45. */
                                angle?: number;
                                /**
                                 * @description #rrggbb. Default #808080.
                                 * @example #808080
                                 */
                                color?: string;
                                /**
                                 * @description behind: backgrounds of the document hide it. Default above.
                                 * @enum {string}
                                 */
                                layer?: "above" | "behind";
                                /** @description Default 0.3. */
                                opacity?: number;
                                /** @description Points. Default: as large as there is room, up to 144. */
                                size?: number;
                                /** @example DRAFT */
                                text: string;
                            };
                        };
                        /** @description With Accept: image/png, what is drawn. A repeated call may ask for another sheet. */
                        picture?: {
                            /** @description Which sheet. Default 1. */
                            sheet?: number;
                            /** @description Pixels. Default 1240. */
                            width?: number;
                        };
                        /** @description Who gets the finished PDF by mail. */
                        sendEmail?: string[];
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                    };
                };
            };
            responses: {
                /** @description The generated PDF, the started job or the result of the dry run. Accept selects JSON with a link (the default), the PDF itself or a picture. */
                200: {
                    headers: {
                        /** @description With a file: where the PDF is kept for 5 days (rel="alternate"). */
                        link?: string;
                        /** @description With a file: the credits charged. */
                        "x-platen-pages"?: number;
                        /** @description Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet. */
                        "x-platen-scale"?: number;
                        /** @description Sheets of paper in the PDF. */
                        "x-platen-sheets"?: number;
                        /** @description What could not be printed as it was meant. */
                        "x-platen-warnings"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            expiresIn: "5 days";
                            /** @description Elements of data, and credits charged. */
                            pagesGenerated: number;
                            /** @description Where the PDF can be fetched, without a key. */
                            pdfUrl: string;
                            /** @description Bytes of the PDF. */
                            size: number;
                            /** @enum {boolean} */
                            success: true;
                        } | {
                            /** @enum {boolean} */
                            async: true;
                            message: string;
                            pagesGenerated: number;
                            /** @enum {boolean} */
                            success: true;
                        } | {
                            /** @description Credits that the call would take. */
                            cost: number;
                            /** @description Whether these are enough: otherwise the call is answered 402. */
                            coversCost: boolean;
                            /** @description Credits that the account has to spend. */
                            credits: number;
                            /** @enum {boolean} */
                            dryRun: true;
                            /** @description The page of each element of the data. */
                            pages: {
                                /** @description Scale of its content: 1 is its own size. */
                                scale: number;
                                /** @description Sheets of paper that the page takes. */
                                sheets: number;
                            }[];
                            /** @description Elements of data. */
                            pagesGenerated: number;
                            /** @description Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet. */
                            scale: number;
                            /** @description Sheets of paper that the PDF would have. */
                            sheets: number;
                            /** @description Bytes of the PDF. */
                            size: number;
                            /** @enum {boolean} */
                            success: true;
                            warnings: {
                                count: number;
                                kind: string;
                                subject: string;
                            }[];
                        };
                        "application/pdf": string;
                        "image/png": string;
                    };
                };
                /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Detail, such as what does not fit, and where. */
                            error?: string;
                            /** @description What went wrong, in words. */
                            message: string;
                            /** @description At most 20. */
                            problems?: {
                                /** @description What is wrong there. */
                                message: string;
                                /** @description JSON Pointer into data: /lines/2/price. */
                                path: string;
                            }[];
                        };
                    };
                };
                401: components["responses"]["Unauthorized"];
                402: components["responses"]["InsufficientCredits"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                406: components["responses"]["NotAcceptable"];
                408: components["responses"]["RequestTimeout"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the templates of the account */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            templates: {
                                /** @description SHA-256 of the source, hex. */
                                contentVersion: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                description: string;
                                /** @description Bytes of the source. */
                                fileSize: number;
                                /**
                                 * Format: uuid
                                 * @description Always equal to templateId.
                                 */
                                id: string;
                                name: string;
                                /** @description users/<user>/templates/<templateId>.hbs */
                                storageKey: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                                thumbnailUrl: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description The account that owns the template. */
                                userId: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a template with its source */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            template: {
                                /** @description The Handlebars source. */
                                content: string;
                                /** @description SHA-256 of the source, hex. */
                                contentVersion: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                description: string;
                                /** @description Bytes of the source. */
                                fileSize: number;
                                /**
                                 * Format: uuid
                                 * @description Always equal to templateId.
                                 */
                                id: string;
                                name: string;
                                /** @description users/<user>/templates/<templateId>.hbs */
                                storageKey: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description The account that owns the template. */
                                userId: string;
                            };
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        /**
         * Replace the content of a template
         * @description With If-Match, the response is 412 when the current content is neither that version nor the content in the body.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The contentVersion that is to be replaced, in quotes. Any, if not given. */
                    "if-match"?: string;
                };
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The Handlebars source, base64-encoded. */
                        content: string;
                        /** @enum {string} */
                        contentEncoding: "base64";
                        description?: string;
                        /** @description The display name. */
                        name?: string;
                    };
                };
            };
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            description: string;
                            /** @description Bytes of the source. */
                            fileSize: number;
                            /**
                             * Format: uuid
                             * @description Always equal to templateId.
                             */
                            id: string;
                            name: string;
                            /** @description users/<user>/templates/<templateId>.hbs */
                            storageKey: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description The account that owns the template. */
                            userId: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                412: components["responses"]["PreconditionFailed"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        post?: never;
        /** Delete a template */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}/sample-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the sample data of a template */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description An object gives one page; an array gives one page per element, at most 50. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never> | unknown[];
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        /**
         * Set the sample data of a template
         * @description The thumbnail of the template and the editor of the dashboard use the sample data. At most 256 KiB. With If-Match or If-None-Match, the response is 412 when the current content is neither the expected version nor the content in the body.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag of what is to be replaced. Any, if not given. */
                    "if-match"?: string;
                    /** @description `*`: only where there is none. */
                    "if-none-match"?: string;
                };
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            /** @description An object gives one page; an array gives one page per element, at most 50. */
            requestBody: {
                content: {
                    "application/json": Record<string, never> | unknown[];
                };
            };
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                412: components["responses"]["PreconditionFailed"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        post?: never;
        /** Delete the sample data of a template */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the JSON Schema for the data of a template
         * @description The response is {}, which accepts all data, when the template has no schema.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A JSON Schema of draft 2020-12, or of draft 07 where $schema says so. At most 64 KiB. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        /**
         * Set the JSON Schema for the data of a template
         * @description From then on, calls whose data do not match the schema fail with 400 and are not charged. With If-Match or If-None-Match, the response is 412 when the current content is neither the expected version nor the content in the body.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag of what is to be replaced. Any, if not given. */
                    "if-match"?: string;
                    /** @description `*`: only where there is none. */
                    "if-none-match"?: string;
                };
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            /** @description A JSON Schema of draft 2020-12, or of draft 07 where $schema says so. At most 64 KiB. */
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description SHA-256 of the schema as it is kept, hex. */
                            schemaVersion: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                412: components["responses"]["PreconditionFailed"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        post?: never;
        /** Delete the JSON Schema of a template */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check that a Handlebars source compiles
         * @description Compiles the source without filling it. Nothing is stored and nothing is charged.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The Handlebars source, base64-encoded. */
                        content: string;
                        /** @enum {string} */
                        contentEncoding: "base64";
                    };
                };
            };
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            valid: true;
                        };
                    };
                };
                /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description From 0 on, as the compiler counts. */
                            column?: number;
                            /** @description Detail, such as the compiler’s message. */
                            error?: string;
                            /** @description Of the source, from 1 on. */
                            line?: number;
                            message: string;
                        };
                    };
                };
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a template as a picture
         * @description Prints a source or a stored template and draws one of its sheets. The sheet has a PREVIEW mark in its top right corner. Nothing is stored and nothing is charged. Of an array the first five elements are shown. An account may make 120 previews a minute and 10,000 a day. With Accept: image/png the answer is the picture alone, with x-platen-sheets, x-platen-scale and x-platen-warnings.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            /** @description Either templateId, or content and contentEncoding. Without data, a stored template is filled with its sample data and a source with {}, and helpers that cannot work with that print nothing. */
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The Handlebars source, base64-encoded. */
                        content?: string;
                        /** @enum {string} */
                        contentEncoding?: "base64";
                        /** @description An object gives one page; an array gives one page per element, at most 50. */
                        data?: Record<string, never> | unknown[];
                        /** @description Whether a sheet is drawn. Default true. */
                        picture?: boolean;
                        /** @description Which sheet is drawn. Default 1. */
                        sheet?: number;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId?: string;
                        /** @description Pixels that the picture may be wide; it may be twice as high. Default 1000. */
                        width?: number;
                    };
                };
            };
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Elements of the data that it does not show: it has the first five. */
                            elementsLeftOut: number;
                            /** @description The page of each element of the data. */
                            pages: {
                                /** @description Scale of its content: 1 is its own size. */
                                scale: number;
                                /** @description Sheets of paper that the page takes. */
                                sheets: number;
                            }[];
                            picture: {
                                /** @description A PNG, base64-encoded. */
                                png: string;
                                sheet: number;
                            } | null;
                            /** @description Where the data do not fit the template’s schema, so that a call would be refused; at most 20. */
                            problems: {
                                /** @description What is wrong there. */
                                message: string;
                                /** @description JSON Pointer into data: /lines/2/price. */
                                path: string;
                            }[];
                            /** @description Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet. */
                            scale: number;
                            /** @description Sheets of paper. */
                            sheets: number;
                            /** @description What did not go as the template wants it, such as fonts that are missing. */
                            warnings: {
                                count: number;
                                kind: string;
                                subject: string;
                            }[];
                        };
                        "image/png": string;
                    };
                };
                /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description From 0 on, as the compiler counts. */
                            column?: number;
                            /** @description Detail, such as the compiler’s message. */
                            error?: string;
                            /** @description Of the source, from 1 on. */
                            line?: number;
                            message: string;
                        };
                    };
                };
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a template */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "name": "Hello",
                     *       "content": "PHRpdGxlPkhlbGxvPC90aXRsZT4KPGgxPkhlbGxvIHt7bmFtZX19PC9oMT4K",
                     *       "contentEncoding": "base64"
                     *     }
                     */
                    "application/json": {
                        /** @description The Handlebars source, base64-encoded. */
                        content: string;
                        /** @enum {string} */
                        contentEncoding: "base64";
                        description?: string;
                        /** @description The display name. */
                        name: string;
                    };
                };
            };
            responses: {
                /** @description The resource was created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            description: string;
                            /** @description Bytes of the source. */
                            fileSize: number;
                            /**
                             * Format: uuid
                             * @description Always equal to templateId.
                             */
                            id: string;
                            name: string;
                            /** @description users/<user>/templates/<templateId>.hbs */
                            storageKey: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description The account that owns the template. */
                            userId: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
                504: components["responses"]["GatewayTimeout"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage by day, template and key
         * @description `from` and `to` are days in `timeZone`, both included, at most 366 days apart. The default is the last 30 days. A generation counts on the day on which it ended.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many days up to the last one, where the first is not named. Default 30. */
                    days?: string;
                    /** @example 2026-11-21 */
                    from?: string;
                    /**
                     * @description In whose days is counted, by its IANA name. Default: the account’s own.
                     * @example Europe/Berlin
                     */
                    timeZone?: string;
                    /** @example 2026-11-21 */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request succeeded. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            completed: number;
                            days: {
                                /** @example 2026-11-21 */
                                day: string;
                                details: {
                                    asyncPages: number;
                                    completed: number;
                                    failed: number;
                                    syncPages: number;
                                } | null;
                                /** @description Charged. */
                                pages: number;
                            }[];
                            /**
                             * Format: date-time
                             * @description Calls are kept from then on; of the days before, only their pages are known, from the ledger.
                             */
                            detailsFrom: string;
                            durations: {
                                async: {
                                    count: number;
                                    /** @description Milliseconds that half of them took at most. */
                                    p50: number;
                                    /** @description Milliseconds that 95 of 100 took at most. */
                                    p95: number;
                                } | null;
                                sync: {
                                    count: number;
                                    /** @description Milliseconds that half of them took at most. */
                                    p50: number;
                                    /** @description Milliseconds that 95 of 100 took at most. */
                                    p95: number;
                                } | null;
                            };
                            /** @description Failed calls that are kept: the newest 1,000 of the account. */
                            failed: number;
                            /** @description By reason, the most frequent first. */
                            failures: {
                                count: number;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                lastAt: string;
                                message: string;
                            }[];
                            /** @example 2026-11-21 */
                            from: string;
                            keys: {
                                completed: number;
                                /** @description Failed calls that are kept: the newest 1,000 of the account. */
                                failed: number;
                                lastFour: string | null;
                                name: string | null;
                                /** @description Charged. */
                                pages: number;
                                tokenId: string | null;
                            }[];
                            /** @description Charged. */
                            pages: number;
                            storage: {
                                /** @description Bytes of templates, partials and assets, with all versions, each of at least 4 KiB. */
                                bytes: number;
                                limit: number | null;
                            };
                            templates: {
                                completed: number;
                                exists: boolean;
                                /** @description Failed calls that are kept: the newest 1,000 of the account. */
                                failed: number;
                                name: string;
                                /** @description Charged. */
                                pages: number;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            }[];
                            /**
                             * @description In whose days is counted, by its IANA name. Default: the account’s own.
                             * @example Europe/Berlin
                             */
                            timeZone: string;
                            /** @example 2026-11-21 */
                            to: string;
                        };
                    };
                };
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["Forbidden"];
                408: components["responses"]["RequestTimeout"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["TooManyRequests"];
                431: components["responses"]["RequestHeaderFieldsTooLarge"];
                500: components["responses"]["InternalServerError"];
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Failure */
        Failure: {
            /** @description Detail, such as the compiler’s message or a code. */
            error?: string;
            /** @description What went wrong, in words. */
            message: string;
        };
    };
    responses: {
        /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A request with the same Idempotency-Key is still running, or its body was different. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The account is suspended, or the credentials do not allow this request. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The work took longer than its time limit, 29 seconds for a synchronous generation. Nothing was charged. */
        GatewayTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The account has too few credits. `error` is INSUFFICIENT_CREDITS, and `message` names the address where credits are bought. */
        InsufficientCredits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description An unexpected error in the service. Retry with exponential back-off. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The response cannot be sent in a format that Accept allows. */
        NotAcceptable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The resource does not exist or belongs to another account. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is larger than the limit that `message` names. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description If-Match or If-None-Match does not fit the stored version. Read the resource again. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request has more than 100 headers, or headers of more than 16 KiB. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request did not arrive completely within the time limit. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service is busy, or a part of it is unavailable. Retry after the seconds in Retry-After. */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A rate limit or a limit of the plan is reached. Retry-After is the number of seconds to wait. Without Retry-After, waiting does not help. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The credentials are missing, invalid, inactive or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The Content-Type of the body is not one that the route accepts. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
