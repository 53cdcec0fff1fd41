# Made by "npm run client:api" from the service's own description of its routes. Not edited by hand.
"""What the service answers."""

from typing import Literal, NotRequired, TypedDict


class Template(TypedDict):
    userId: str
    """The account that owns the template."""
    templateId: str
    id: str
    """Always equal to templateId."""
    name: str
    description: str
    storageKey: str
    """users/<user>/templates/<templateId>.hbs"""
    fileSize: int
    """Bytes of the source."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    createdAt: str
    updatedAt: str


class ListedTemplate(TypedDict):
    userId: str
    """The account that owns the template."""
    templateId: str
    id: str
    """Always equal to templateId."""
    name: str
    description: str
    storageKey: str
    """users/<user>/templates/<templateId>.hbs"""
    fileSize: int
    """Bytes of the source."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    createdAt: str
    updatedAt: str
    thumbnailUrl: str | None


class TemplateWithContent(TypedDict):
    userId: str
    """The account that owns the template."""
    templateId: str
    id: str
    """Always equal to templateId."""
    name: str
    description: str
    storageKey: str
    """users/<user>/templates/<templateId>.hbs"""
    fileSize: int
    """Bytes of the source."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    createdAt: str
    updatedAt: str
    content: str
    """The Handlebars source."""


class DryRunPage(TypedDict):
    sheets: int
    """Sheets of paper that the page takes."""
    scale: float
    """Scale of its content: 1 is its own size."""


class DryRunWarning(TypedDict):
    kind: str
    subject: str
    count: int


class DryRun(TypedDict):
    success: Literal[True]
    dryRun: Literal[True]
    pagesGenerated: int
    """Elements of data."""
    sheets: int
    """Sheets of paper that the PDF would have."""
    size: int
    """Bytes of the PDF."""
    pages: list[DryRunPage]
    """The page of each element of the data."""
    scale: float
    """Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet."""
    warnings: list[DryRunWarning]
    cost: int
    """Credits that the call would take."""
    credits: int
    """Credits that the account has to spend."""
    coversCost: bool
    """Whether these are enough: otherwise the call is answered 402."""


class DataFailureProblem(TypedDict):
    path: str
    """JSON Pointer into data: /lines/2/price."""
    message: str
    """What is wrong there."""


class DataFailure(TypedDict):
    message: str
    """What went wrong, in words."""
    error: NotRequired[str]
    """Detail, such as what does not fit, and where."""
    problems: NotRequired[list[DataFailureProblem]]
    """At most 20."""


class SharedPartialUpdatedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """The address of a person, or a key’s name; null for a key that has been deleted."""


class SharedPartial(TypedDict):
    name: str
    """What templates call it by: `{{> name}}`."""
    fileSize: int
    """Bytes of the source."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    version: int
    """The number of the present version, from 1 on."""
    createdAt: str
    updatedAt: str
    updatedBy: SharedPartialUpdatedBy | None
    """Null where nobody knows."""


class PartialWithContentUpdatedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """The address of a person, or a key’s name; null for a key that has been deleted."""


class PartialWithContent(TypedDict):
    name: str
    """What templates call it by: `{{> name}}`."""
    fileSize: int
    """Bytes of the source."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    version: int
    """The number of the present version, from 1 on."""
    createdAt: str
    updatedAt: str
    updatedBy: PartialWithContentUpdatedBy | None
    """Null where nobody knows."""
    content: str
    """The Handlebars source."""


class PartialVersionSavedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """The address of a person, or a key’s name; null for a key that has been deleted."""


class PartialVersion(TypedDict):
    number: int
    fileSize: int
    contentVersion: str
    createdAt: str
    savedBy: PartialVersionSavedBy | None
    """Null where nobody knows."""
    restored: int | None
    isCurrent: bool


class AssetUpdatedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """The address of a person, or a key’s name; null for a key that has been deleted."""


class Asset(TypedDict):
    name: str
    """What templates call it by: `{{asset "name"}}`."""
    contentType: str
    """What its bytes are."""
    fileSize: int
    """Bytes."""
    contentVersion: str
    """SHA-256 of the bytes, hex."""
    createdAt: str
    updatedAt: str
    updatedBy: AssetUpdatedBy | None
    """Null where nobody knows."""


class Generated(TypedDict):
    success: Literal[True]
    pdfUrl: str
    """Where the PDF can be fetched, without a key."""
    expiresIn: Literal["5 days"]
    size: int
    """Bytes of the PDF."""
    pagesGenerated: int
    """Elements of data, and credits charged."""


class JobRecipient(TypedDict):
    email: str
    status: Literal["queued", "sent", "failed"]
    message: NotRequired[str]
    """What the mail server said, if it refused."""


class Job(TypedDict):
    jobId: str
    status: Literal["pending", "processing", "completed", "failed"]
    templateId: str
    pagesGenerated: int
    createdAt: str
    completedAt: str | None
    pdfUrl: str | None
    expiresIn: str | None
    size: int | None
    message: str | None
    recipients: list[JobRecipient]
    """How far the mail to each recipient is."""


class PreviewedPage(TypedDict):
    sheets: int
    """Sheets of paper that the page takes."""
    scale: float
    """Scale of its content: 1 is its own size."""


class PreviewedWarning(TypedDict):
    kind: str
    subject: str
    count: int


class PreviewedProblem(TypedDict):
    path: str
    """JSON Pointer into data: /lines/2/price."""
    message: str
    """What is wrong there."""


class PreviewedPicture(TypedDict):
    sheet: int
    png: str
    """A PNG, base64-encoded."""


class Previewed(TypedDict):
    sheets: int
    """Sheets of paper."""
    pages: list[PreviewedPage]
    """The page of each element of the data."""
    scale: float
    """Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet."""
    warnings: list[PreviewedWarning]
    """What did not go as the template wants it, such as fonts that are missing."""
    elementsLeftOut: int
    """Elements of the data that it does not show: it has the first five."""
    problems: list[PreviewedProblem]
    """Where the data do not fit the template’s schema, so that a call would be refused; at most 20."""
    picture: PreviewedPicture | None


class JobListJobRecipient(TypedDict):
    email: str
    status: Literal["queued", "sent", "failed"]
    message: NotRequired[str]
    """What the mail server said, if it refused."""


class JobListJob(TypedDict):
    jobId: str
    status: Literal["pending", "processing", "completed", "failed"]
    templateId: str
    pagesGenerated: int
    createdAt: str
    completedAt: str | None
    pdfUrl: str | None
    expiresIn: str | None
    size: int | None
    message: str | None
    recipients: list[JobListJobRecipient]
    """How far the mail to each recipient is."""


class JobList(TypedDict):
    jobs: list[JobListJob]
    nextCursor: str | None


class Credits(TypedDict):
    credits: int
    """The balance."""
    reserved: int
    """Of these, held for what is being made now."""
    available: int
    """What may still be spent: credits less reserved."""
    billingUrl: str
    """Where credits are added."""


class UsageStorage(TypedDict):
    bytes: int
    """Bytes of templates, partials and assets, with all versions, each of at least 4 KiB."""
    limit: int | None


class UsageDayDetail(TypedDict):
    syncPages: int
    asyncPages: int
    completed: int
    failed: int


class UsageDay(TypedDict):
    day: str
    pages: int
    """Charged."""
    details: UsageDayDetail | None


class UsageTemplate(TypedDict):
    templateId: str
    name: str
    exists: bool
    pages: int
    """Charged."""
    completed: int
    failed: int
    """Failed calls that are kept: the newest 1,000 of the account."""


class UsageKey(TypedDict):
    tokenId: str | None
    name: str | None
    lastFour: str | None
    pages: int
    """Charged."""
    completed: int
    failed: int
    """Failed calls that are kept: the newest 1,000 of the account."""


class UsageFailure(TypedDict):
    message: str
    count: int
    lastAt: str


class UsageDurationSync(TypedDict):
    count: int
    p50: float
    """Milliseconds that half of them took at most."""
    p95: float
    """Milliseconds that 95 of 100 took at most."""


class UsageDurationAsync(TypedDict):
    count: int
    p50: float
    """Milliseconds that half of them took at most."""
    p95: float
    """Milliseconds that 95 of 100 took at most."""


UsageDuration = TypedDict(
    "UsageDuration",
    {
        "sync": UsageDurationSync | None,
        "async": UsageDurationAsync | None,
    },
)


Usage = TypedDict(
    "Usage",
    {
        "from": str,
        "to": str,
        # In whose days is counted, by its IANA name. Default: the account’s own.
        "timeZone": str,
        "storage": UsageStorage,
        # Calls are kept from then on; of the days before, only their pages are known, from the ledger.
        "detailsFrom": str,
        "days": list[UsageDay],
        "templates": list[UsageTemplate],
        "keys": list[UsageKey],
        # Charged.
        "pages": int,
        "completed": int,
        # Failed calls that are kept: the newest 1,000 of the account.
        "failed": int,
        # By reason, the most frequent first.
        "failures": list[UsageFailure],
        "durations": UsageDuration,
    },
)
