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
                                 * @description Media type, detected from the bytes.
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
                                /** @description Size in bytes. */
                                fileSize: number;
                                /** @description Name in templates: `{{asset "name"}}`. */
                                name: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Author of the version. null if it is not known. */
                                updatedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                    name: string | null;
                                } | null;
                            }[];
                            /** @description Total size of all assets in bytes. */
                            bytes: number;
                            /** @description Limit of the total size in bytes. */
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
                /** @description The bytes of the asset, with its media type as Content-Type. */
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
                    /** @description contentVersion of the content to replace, in quotes. Without it, any content is replaced. */
                    "if-match"?: string;
                    /** @description `*`: store only if the name does not exist yet. */
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
                             * @description Media type, detected from the bytes.
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
                            /** @description Size in bytes. */
                            fileSize: number;
                            /** @description Name in templates: `{{asset "name"}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
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
                             * @description Media type, detected from the bytes.
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
                            /** @description Size in bytes. */
                            fileSize: number;
                            /** @description Name in templates: `{{asset "name"}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
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
                            /** @description Credits that can be spent: credits minus reserved. */
                            available: number;
                            /** @description Address where credits are bought. */
                            billingUrl: string;
                            /** @description Credit balance, including reserved credits. */
                            credits: number;
                            /** @description Credits reserved by renders in progress. */
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
         * List jobs, newest first
         * @description Lists the jobs of the last 30 days. A job is an asynchronous call. `from` and `to` are the days in `timeZone` on which the jobs were created. GET /v1/usage also counts synchronous calls.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `nextCursor` of the previous page. */
                    cursor?: string;
                    /**
                     * @description First day, included.
                     * @example 2026-11-21
                     */
                    from?: string;
                    /** @description Jobs per page, at most 100. Default: 50. */
                    limit?: string;
                    status?: "pending" | "processing" | "completed" | "failed";
                    /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                    templateId?: string;
                    /**
                     * @description IANA name of the time zone of the days. Default: the time zone of the account.
                     * @example Europe/Berlin
                     */
                    timeZone?: string;
                    /**
                     * @description Last day, included.
                     * @example 2026-11-21
                     */
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
                                /** @description Lifetime of the PDF, counted from the end of the job. null without pdfUrl. */
                                expiresIn: string | null;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                jobId: string;
                                /** @description Reason of a failure, or a note that the PDF is no longer stored. */
                                message: string | null;
                                /** @description Number of elements of data. */
                                pagesGenerated: number;
                                /** @description Signed URL of the PDF. null until the job is completed, and after it has expired. */
                                pdfUrl: string | null;
                                /** @description Status of the mail to each recipient. */
                                recipients: {
                                    email: string;
                                    /** @description Response of the mail server, if it rejected the mail. */
                                    message?: string;
                                    status: "queued" | "sent" | "failed";
                                }[];
                                /** @description Size of the PDF in bytes. */
                                size: number | null;
                                status: "pending" | "processing" | "completed" | "failed";
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            }[];
                            /** @description `cursor` of the next page. null on the last page. */
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
        /** Read the status of a job */
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
                                /** @description Lifetime of the PDF, counted from the end of the job. null without pdfUrl. */
                                expiresIn: string | null;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                jobId: string;
                                /** @description Reason of a failure, or a note that the PDF is no longer stored. */
                                message: string | null;
                                /** @description Number of elements of data. */
                                pagesGenerated: number;
                                /** @description Signed URL of the PDF. null until the job is completed, and after it has expired. */
                                pdfUrl: string | null;
                                /** @description Status of the mail to each recipient. */
                                recipients: {
                                    email: string;
                                    /** @description Response of the mail server, if it rejected the mail. */
                                    message?: string;
                                    status: "queued" | "sent" | "failed";
                                }[];
                                /** @description Size of the PDF in bytes. */
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
                                /** @description Size of the source in bytes. */
                                fileSize: number;
                                /** @description Name in templates: `{{> name}}`. */
                                name: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Author of the version. null if it is not known. */
                                updatedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                    name: string | null;
                                } | null;
                                /** @description Number of the current version, starting at 1. */
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
                    /** @description Number of an older version. */
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
                                /** @description Size of the source in bytes. */
                                fileSize: number;
                                /** @description Name in templates: `{{> name}}`. */
                                name: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Author of the version. null if it is not known. */
                                updatedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                    name: string | null;
                                } | null;
                                /** @description Number of the current version, starting at 1. */
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
                    /** @description contentVersion of the content to replace, in quotes. Without it, any content is replaced. */
                    "if-match"?: string;
                    /** @description `*`: store only if the name does not exist yet. */
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
                        /** @description Instead of content: number of the older version to restore. */
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
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            /** @description Name in templates: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                            /** @description Number of the current version, starting at 1. */
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
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            /** @description Name in templates: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                            /** @description Number of the current version, starting at 1. */
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
                                /** @description SHA-256 of the source, hex. */
                                contentVersion: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                createdAt: string;
                                /** @description Size of the source in bytes. */
                                fileSize: number;
                                isCurrent: boolean;
                                /** @description Number of the version, starting at 1. */
                                number: number;
                                /** @description Number of the older version that was restored. null for other versions. */
                                restored: number | null;
                                /** @description Author of the version. null if it is not known. */
                                savedBy: {
                                    /** @enum {unknown} */
                                    kind: "person" | "key";
                                    /** @description E-mail address of a user or name of an API key. null for a deleted key. */
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
         * @description Each element of `data` costs one credit. A synchronous call ends after at most 29 seconds. A call with an Idempotency-Key can be repeated: the response is the same (with `idempotent-replayed: true`) and the charge is made once. The Location header of an asynchronous call is the address of its job. The Link header (rel="payment") of a 402 is the address where credits are bought. With Accept: application/pdf the response is the PDF itself, with Accept: image/png a picture of one sheet. Errors are always JSON.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text for this call, such as a UUID. If the call is repeated within 24 hours with the same key and body, the response is the same and the charge is made once. A failed call is not charged and can be repeated. */
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
                        /** @description Render the PDF in the background. Default: false. */
                        async?: boolean;
                        /** @description An object for one page, or an array with one element per page, at most 50. */
                        data: Record<string, never> | unknown[];
                        /** @description Render without storing the PDF or charging credits. The response has the sheets, warnings and cost. Default: false. */
                        dryRun?: boolean;
                        /** @description Options of the PDF. */
                        options?: {
                            /** @description Files that are attached to the PDF, at most 4 MiB in total. */
                            attachments?: {
                                /** @description The file, base64-encoded. */
                                content: string;
                                /** @description Description that PDF programs show. */
                                description?: string;
                                /**
                                 * @description Media type. Default: application/octet-stream.
                                 * @example text/csv
                                 */
                                mimeType?: string;
                                /**
                                 * @description Time of the last change of the file. Default: the time of the call.
                                 * @example 2026-11-20T12:00:00Z
                                 */
                                modifiedAt?: string;
                                /** @example data.csv */
                                name: string;
                                /**
                                 * @description Relationship of the file to the document (AFRelationship). Default: Unspecified.
                                 * @enum {string}
                                 */
                                relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
                            }[];
                            /** @description Creates a Factur-X (ZUGFeRD) invoice: a PDF/A-3b with the XML as an attachment. Requires a single element of data. */
                            facturx?: {
                                /**
                                 * @description Profile of the invoice. It must be the profile that the XML names.
                                 * @enum {string}
                                 */
                                profile: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
                                /**
                                 * @description Relationship of the XML to the document. Default: Data for MINIMUM and BASIC WL, otherwise Alternative.
                                 * @enum {string}
                                 */
                                relationship?: "Data" | "Source" | "Alternative";
                                /** @description The invoice as XML (UN/CEFACT CII) in UTF-8, base64-encoded. */
                                xml: string;
                            };
                            /**
                             * @description File name of the PDF in downloads and mails. Default: the name of the template.
                             * @example Invoice 2026-118.pdf
                             */
                            filename?: string;
                            /** @description Metadata of the PDF, in its information dictionary and in XMP. */
                            metadata?: {
                                /** @description Author of the document. */
                                author?: string;
                                /**
                                 * @description Creation time. Default: none, so that the same call gives the same bytes.
                                 * @example 2026-11-20T12:00:00Z
                                 */
                                createdAt?: string;
                                /** @description Keywords, at most 50. */
                                keywords?: string[];
                                /**
                                 * @description Language tag (BCP 47). Default: the lang attribute of the HTML.
                                 * @example de-AT
                                 */
                                language?: string;
                                /** @description Subject of the document, in one sentence. */
                                subject?: string;
                                /** @description Title. Default: the <title> of the HTML. */
                                title?: string;
                            };
                            /** @description Password that gives all permissions. Default: none. */
                            ownerPassword?: string;
                            /** @description Password that opens the PDF (AES-256, PDF 2.0). The service does not store it. */
                            password?: string;
                            /**
                             * @description Conformance level for archiving: PDF/A-3b. The response is 400 if the document cannot conform.
                             * @enum {string}
                             */
                            pdfa?: "3b";
                            /** @description Permissions of readers who open the PDF with `password`. PDF programs are expected to respect them, but the encryption does not enforce them. */
                            permissions?: {
                                /** @description Allows adding comments. Default: true. */
                                annotate?: boolean;
                                /** @description Allows copying text and pictures. Screen readers may always read the text. Default: true. */
                                copy?: boolean;
                                /** @description Allows changing and rearranging sheets. Default: true. */
                                modify?: boolean;
                                /** @description Allows printing. Default: true. */
                                print?: boolean;
                            };
                            /** @description Text on each sheet. Screen readers skip it. */
                            watermark?: {
                                /** @description Angle in degrees, counterclockwise. Default: 45. */
                                angle?: number;
                                /**
                                 * @description Color as #rrggbb. Default: #808080.
                                 * @example #808080
                                 */
                                color?: string;
                                /**
                                 * @description Above or behind the content. With behind, backgrounds of the document hide the watermark. Default: above.
                                 * @enum {string}
                                 */
                                layer?: "above" | "behind";
                                /** @description Opacity. Default: 0.3. */
                                opacity?: number;
                                /** @description Font size in points. Default: the largest size that fits on the sheet, at most 144. */
                                size?: number;
                                /** @example DRAFT */
                                text: string;
                            };
                        };
                        /** @description Sheet and size of the picture. Only allowed with Accept: image/png. A repeated call may request another sheet. */
                        picture?: {
                            /** @description Number of the sheet. Default: 1. */
                            sheet?: number;
                            /** @description Width in pixels. Default: 1240. */
                            width?: number;
                        };
                        /** @description E-mail addresses that receive the finished PDF. */
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
                        /** @description With a file: signed URL of the PDF, valid for 5 days (rel="alternate"). */
                        link?: string;
                        /** @description With a file: number of pages, and of credits charged. */
                        "x-platen-pages"?: number;
                        /** @description Smallest scale of any page: 1 when nothing was scaled, at least 0.7. */
                        "x-platen-scale"?: number;
                        /** @description Number of sheets of the PDF. */
                        "x-platen-sheets"?: number;
                        /** @description Number of warnings, such as missing fonts. */
                        "x-platen-warnings"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            expiresIn: "5 days";
                            /** @description Number of elements of data, and of credits charged. */
                            pagesGenerated: number;
                            /** @description Signed URL of the PDF. It works without an API key. */
                            pdfUrl: string;
                            /** @description Size of the PDF in bytes. */
                            size: number;
                            /** @enum {boolean} */
                            success: true;
                        } | {
                            /** @enum {boolean} */
                            async: true;
                            message: string;
                            /** @description Number of elements of data. */
                            pagesGenerated: number;
                            /** @enum {boolean} */
                            success: true;
                        } | {
                            /** @description Credits that the call would cost. */
                            cost: number;
                            /** @description True when the account has enough credits. Otherwise the call would fail with 402. */
                            coversCost: boolean;
                            /** @description Credits that the account can spend. */
                            credits: number;
                            /** @enum {boolean} */
                            dryRun: true;
                            /** @description Pages, in the order of the elements of data. */
                            pages: {
                                /** @description Scale of the content: 1 when it was not scaled, at least 0.7. */
                                scale: number;
                                /** @description Number of sheets of the page. */
                                sheets: number;
                            }[];
                            /** @description Number of elements of data. */
                            pagesGenerated: number;
                            /** @description Smallest scale of any page: 1 when nothing was scaled, at least 0.7. */
                            scale: number;
                            /** @description Number of sheets of the PDF. */
                            sheets: number;
                            /** @description Size of the PDF in bytes. */
                            size: number;
                            /** @enum {boolean} */
                            success: true;
                            /** @description Defects of the output, such as missing fonts. */
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
                /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Detail, such as the first validation error with its path. */
                            error?: string;
                            /** @description Description of the error. */
                            message: string;
                            /** @description Validation errors of data against the data schema of the template, at most 20. */
                            problems?: {
                                /** @description Description of the error. */
                                message: string;
                                /** @description JSON Pointer into data, for example /lines/2/price. */
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
                                /** @description Size of the source in bytes. */
                                fileSize: number;
                                /**
                                 * Format: uuid
                                 * @description Always equal to templateId.
                                 */
                                id: string;
                                name: string;
                                /** @description Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`. */
                                storageKey: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                                /** @description Signed URL of a PNG of the first sheet. null until the picture is created. */
                                thumbnailUrl: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Identifier of the account that owns the template. */
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
                                /** @description Size of the source in bytes. */
                                fileSize: number;
                                /**
                                 * Format: uuid
                                 * @description Always equal to templateId.
                                 */
                                id: string;
                                name: string;
                                /** @description Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`. */
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
                                /** @description Identifier of the account that owns the template. */
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
                    /** @description contentVersion of the content to replace, in quotes. Without it, any content is replaced. */
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
                        /** @description Name in lists, and in file names of PDFs. */
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
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            /**
                             * Format: uuid
                             * @description Always equal to templateId.
                             */
                            id: string;
                            name: string;
                            /** @description Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`. */
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
                            /** @description Identifier of the account that owns the template. */
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
                /** @description An object for one page, or an array with one element per page, at most 50. */
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
                    /** @description ETag of the content to replace. Without it, any content is replaced. */
                    "if-match"?: string;
                    /** @description `*`: store only if nothing is stored yet. */
                    "if-none-match"?: string;
                };
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            /** @description An object for one page, or an array with one element per page, at most 50. */
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
         * @description If the template has no schema, the response is {}, which accepts all data.
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
                /** @description A JSON Schema of draft 2020-12, or of draft 07 if $schema names it. At most 64 KiB. */
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
                    /** @description ETag of the content to replace. Without it, any content is replaced. */
                    "if-match"?: string;
                    /** @description `*`: store only if nothing is stored yet. */
                    "if-none-match"?: string;
                };
                path: {
                    templateId: string;
                };
                cookie?: never;
            };
            /** @description A JSON Schema of draft 2020-12, or of draft 07 if $schema names it. At most 64 KiB. */
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
                            /** @description SHA-256 of the stored schema, hex. */
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
                /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Column in the line, starting at 0. */
                            column?: number;
                            /** @description Detail, such as the compiler’s message. */
                            error?: string;
                            /** @description Line in the source, starting at 1. */
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
         * @description Prints a source or a stored template and returns a picture of one sheet. The sheet has a PREVIEW watermark in its top right corner. Nothing is stored and nothing is charged. If `data` is an array, its first five elements are shown. An account can make 120 previews a minute and 10,000 a day. With Accept: image/png the response is the picture, with the headers x-platen-sheets, x-platen-scale and x-platen-warnings.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            /** @description Either templateId, or content and contentEncoding. Without data, a stored template is filled with its sample data. A source is filled with {}, and helpers print nothing for missing values. */
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The Handlebars source, base64-encoded. */
                        content?: string;
                        /** @enum {string} */
                        contentEncoding?: "base64";
                        /** @description An object for one page, or an array with one element per page, at most 50. */
                        data?: Record<string, never> | unknown[];
                        /** @description Return a picture of a sheet. Default: true. */
                        picture?: boolean;
                        /** @description Number of the sheet in the picture. Default: 1. */
                        sheet?: number;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId?: string;
                        /** @description Maximum width of the picture in pixels. The maximum height is twice the width. Default: 1000. */
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
                            /** @description Elements of data that are not shown. A preview shows the first five. */
                            elementsLeftOut: number;
                            /** @description Pages, in the order of the elements of data. */
                            pages: {
                                /** @description Scale of the content: 1 when it was not scaled, at least 0.7. */
                                scale: number;
                                /** @description Number of sheets of the page. */
                                sheets: number;
                            }[];
                            picture: {
                                /** @description A PNG, base64-encoded. */
                                png: string;
                                sheet: number;
                            } | null;
                            /** @description Validation errors of data against the data schema of the template, at most 20. With any, a call is rejected. */
                            problems: {
                                /** @description Description of the error. */
                                message: string;
                                /** @description JSON Pointer into data, for example /lines/2/price. */
                                path: string;
                            }[];
                            /** @description Smallest scale of any page: 1 when nothing was scaled, at least 0.7. */
                            scale: number;
                            /** @description Number of sheets. */
                            sheets: number;
                            /** @description Defects of the output, such as missing fonts. */
                            warnings: {
                                count: number;
                                kind: string;
                                subject: string;
                            }[];
                        };
                        "image/png": string;
                    };
                };
                /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Column in the line, starting at 0. */
                            column?: number;
                            /** @description Detail, such as the compiler’s message. */
                            error?: string;
                            /** @description Line in the source, starting at 1. */
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
                        /** @description Name in lists, and in file names of PDFs. */
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
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            /**
                             * Format: uuid
                             * @description Always equal to templateId.
                             */
                            id: string;
                            name: string;
                            /** @description Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`. */
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
                            /** @description Identifier of the account that owns the template. */
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
         * @description `from` and `to` are days in `timeZone`, both included. They span at most 366 days. The default is the last 30 days. A render counts on the day on which it ended.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of days up to `to`, if `from` is missing. Default: 30. */
                    days?: string;
                    /**
                     * @description First day, included.
                     * @example 2026-11-21
                     */
                    from?: string;
                    /**
                     * @description IANA name of the time zone of the days. Default: the time zone of the account.
                     * @example Europe/Berlin
                     */
                    timeZone?: string;
                    /**
                     * @description Last day, included.
                     * @example 2026-11-21
                     */
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
                            /** @description Completed renders. */
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
                                /** @description Pages charged. */
                                pages: number;
                            }[];
                            /**
                             * Format: date-time
                             * @description Time from which details are stored. Earlier days have only the number of pages, from the ledger.
                             */
                            detailsFrom: string;
                            durations: {
                                async: {
                                    /** @description Number of renders. */
                                    count: number;
                                    /** @description Median in milliseconds. */
                                    p50: number;
                                    /** @description 95th percentile in milliseconds. */
                                    p95: number;
                                } | null;
                                sync: {
                                    /** @description Number of renders. */
                                    count: number;
                                    /** @description Median in milliseconds. */
                                    p50: number;
                                    /** @description 95th percentile in milliseconds. */
                                    p95: number;
                                } | null;
                            };
                            /** @description Failed renders. Only the newest 1,000 of the account are stored. */
                            failed: number;
                            /** @description Failed renders by reason, most frequent first. */
                            failures: {
                                count: number;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                lastAt: string;
                                message: string;
                            }[];
                            /**
                             * @description First day, included.
                             * @example 2026-11-21
                             */
                            from: string;
                            keys: {
                                /** @description Completed renders. */
                                completed: number;
                                /** @description Failed renders. Only the newest 1,000 of the account are stored. */
                                failed: number;
                                lastFour: string | null;
                                name: string | null;
                                /** @description Pages charged. */
                                pages: number;
                                tokenId: string | null;
                            }[];
                            /** @description Pages charged. */
                            pages: number;
                            storage: {
                                /** @description Size of templates, partials and assets with all versions, in bytes. Each version counts at least 4 KiB. */
                                bytes: number;
                                /** @description Limit of the plan in bytes. null for no limit. */
                                limit: number | null;
                            };
                            templates: {
                                /** @description Completed renders. */
                                completed: number;
                                exists: boolean;
                                /** @description Failed renders. Only the newest 1,000 of the account are stored. */
                                failed: number;
                                name: string;
                                /** @description Pages charged. */
                                pages: number;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            }[];
                            /**
                             * @description IANA name of the time zone of the days.
                             * @example Europe/Berlin
                             */
                            timeZone: string;
                            /**
                             * @description Last day, included.
                             * @example 2026-11-21
                             */
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
            /** @description Description of the error. */
            message: string;
        };
    };
    responses: {
        /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A call with the same Idempotency-Key is still running, or was made with another body. */
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
        /** @description If-Match or If-None-Match does not match the stored version. Read the resource again. */
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
        /** @description The route does not accept the Content-Type or the Content-Encoding of the body. */
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
