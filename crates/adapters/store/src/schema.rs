//! One schema for both backends: the types that differ are our own (`sql_types`).

diesel::table! {
    use crate::sql_types::*;
    organizations (id) {
        id -> Id,
        name -> Text,
        ico -> Nullable<Text>,
        dic -> Nullable<Text>,
        ic_dph -> Nullable<Text>,
        vat_payer -> Bool,
        street -> Text,
        city -> Text,
        postal_code -> Text,
        country -> Text,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        registration -> Nullable<Text>,
        default_due_days -> Nullable<Integer>,
        plan -> Text,
        created_at -> Instant,
        search_name -> Text,
    }
}

diesel::table! {
    use crate::sql_types::*;
    users (id) {
        id -> Id,
        email -> Text,
        password_hash -> Text,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    memberships (organization_id, user_id) {
        organization_id -> Id,
        user_id -> Id,
        role -> Text,
    }
}

diesel::table! {
    use crate::sql_types::*;
    partners (id) {
        id -> Id,
        name -> Text,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    partner_organizations (organization_id, partner_id) {
        organization_id -> Id,
        partner_id -> Id,
    }
}

diesel::table! {
    use crate::sql_types::*;
    api_keys (id) {
        id -> Id,
        hash -> Binary,
        hint -> Text,
        tier -> Text,
        scopes -> Text,
        user_id -> Nullable<Id>,
        organization_id -> Nullable<Id>,
        partner_id -> Nullable<Id>,
        created_at -> Instant,
        revoked_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    bank_accounts (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        currency -> Text,
        iban -> Text,
        bic -> Nullable<Text>,
        bank_name -> Nullable<Text>,
        is_default -> Bool,
    }
}

diesel::table! {
    use crate::sql_types::*;
    contacts (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        search_name -> Text,
        ico -> Nullable<Text>,
        dic -> Nullable<Text>,
        party -> Text,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    vehicles (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        plate -> Text,
    }
}

diesel::table! {
    use crate::sql_types::*;
    number_series (organization_id, invoice_type) {
        organization_id -> Id,
        invoice_type -> Text,
        prefix -> Text,
        year_style -> Text,
        width -> Integer,
    }
}

diesel::table! {
    use crate::sql_types::*;
    number_counters (organization_id, invoice_type, year) {
        organization_id -> Id,
        invoice_type -> Text,
        year -> Integer,
        next -> BigInt,
    }
}

diesel::table! {
    use crate::sql_types::*;
    invoices (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        invoice_type -> Text,
        number -> Text,
        status -> Text,
        customer_id -> Id,
        customer_name -> Text,
        subtotal -> Money,
        vat_total -> Money,
        total -> Money,
        paid_amount -> Money,
        currency -> Text,
        exchange_rate -> Nullable<Exact>,
        issue_date -> Date,
        due_date -> Date,
        created_at -> Instant,
        version -> Integer,
        document -> Text,
    }
}

diesel::table! {
    use crate::sql_types::*;
    payments (organization_id, invoice_id, id) {
        organization_id -> Id,
        invoice_id -> Id,
        id -> Id,
        amount -> Money,
        paid_on -> Date,
        method -> Text,
    }
}

diesel::table! {
    use crate::sql_types::*;
    attachments (organization_id, invoice_id, position) {
        organization_id -> Id,
        invoice_id -> Id,
        position -> Integer,
        id -> Id,
        filename -> Text,
        mime_code -> Text,
        description -> Nullable<Text>,
        size -> BigInt,
        content -> Binary,
    }
}

diesel::table! {
    use crate::sql_types::*;
    events (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        name -> Text,
        payload -> Text,
        created_at -> Instant,
        event_id -> Nullable<Text>,
        seq -> Nullable<BigInt>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    idempotency_keys (organization_id, operation, key) {
        organization_id -> Id,
        operation -> Text,
        key -> Text,
        token -> Id,
        fingerprint -> Binary,
        running_until -> Instant,
        status -> Nullable<Integer>,
        body -> Nullable<Binary>,
        answered_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    exchange_rates (bank, date, currency) {
        bank -> Text,
        date -> Date,
        currency -> Text,
        rate -> Exact,
    }
}

diesel::table! {
    use crate::sql_types::*;
    request_counts (organization_id, operation) {
        organization_id -> Id,
        operation -> Text,
        window_start -> BigInt,
        count -> Integer,
    }
}

diesel::table! {
    use crate::sql_types::*;
    jobs (id) {
        id -> Id,
        kind -> Text,
        organization_id -> Nullable<Id>,
        subject_id -> Nullable<Id>,
        key -> Nullable<Text>,
        state -> Text,
        state_at -> Instant,
        token -> Nullable<Id>,
        attempts -> BigInt,
        last_error -> Nullable<Text>,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    peppol_accounts (organization_id) {
        organization_id -> Id,
        status -> Text,
        network -> Nullable<Text>,
        participant -> Nullable<Text>,
        held_by -> Nullable<Text>,
        since -> Nullable<Instant>,
        like_production -> Bool,
        prepayment_overdue -> Bool,
        send_mode -> Text,
        send_time -> Nullable<Text>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    credit_accounts (organization_id) {
        organization_id -> Id,
        available -> BigInt,
        reserved -> BigInt,
    }
}

diesel::table! {
    use crate::sql_types::*;
    credit_entries (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        kind -> Text,
        amount -> BigInt,
        submission_id -> Nullable<Id>,
        key -> Nullable<Text>,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    recorded_invoices (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        number -> Text,
        variable_symbol -> Nullable<Text>,
        type_code -> Nullable<Text>,
        issue_date -> Nullable<Date>,
        due_date -> Nullable<Date>,
        currency -> Nullable<Text>,
        payable -> Nullable<Exact>,
        counterparty -> Nullable<Text>,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    submissions (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        invoice_id -> Id,
        native -> Bool,
        number -> Text,
        network -> Text,
        state -> Text,
        attempts -> Integer,
        doubtful -> Bool,
        parked -> Bool,
        held -> Bool,
        message_id -> Id,
        sender -> Text,
        receiver -> Text,
        document_type -> Text,
        process -> Text,
        created_at -> Instant,
        updated_at -> Instant,
        sent_at -> Nullable<Instant>,
        delivered_at -> Nullable<Instant>,
        transaction_id -> Nullable<Text>,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    submission_documents (organization_id, submission_id) {
        organization_id -> Id,
        submission_id -> Id,
        sent -> Binary,
        original -> Nullable<Binary>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    submission_receipts (organization_id, submission_id, id) {
        organization_id -> Id,
        submission_id -> Id,
        id -> Id,
        received_at -> Instant,
        evidence -> Binary,
    }
}

diesel::table! {
    use crate::sql_types::*;
    staged_documents (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        network -> Text,
        receiver -> Nullable<Text>,
        sent -> Binary,
        original -> Nullable<Binary>,
        expires_at -> Instant,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    received_documents (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        network -> Text,
        message_id -> Id,
        transaction_id -> Text,
        sender -> Text,
        sender_name -> Nullable<Text>,
        receiver -> Text,
        document_type -> Text,
        process -> Text,
        number -> Nullable<Text>,
        type_code -> Nullable<Text>,
        issue_date -> Nullable<Date>,
        due_date -> Nullable<Date>,
        payable -> Nullable<Exact>,
        currency -> Nullable<Text>,
        size -> BigInt,
        received_at -> Instant,
        acknowledged_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    received_contents (organization_id, received_id) {
        organization_id -> Id,
        received_id -> Id,
        document -> Binary,
        evidence -> Binary,
    }
}

diesel::table! {
    use crate::sql_types::*;
    peppol_trail (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        at -> Instant,
        event -> Text,
        document_id -> Nullable<Id>,
        invoice_id -> Nullable<Id>,
        number -> Nullable<Text>,
        detail -> Nullable<Text>,
    }
}

diesel::table! {
    use crate::sql_types::*;
    webhook_endpoints (id) {
        id -> Id,
        organization_id -> Nullable<Id>,
        partner_id -> Nullable<Id>,
        only_organization_id -> Nullable<Id>,
        url -> Text,
        events -> Text,
        consecutive_failures -> BigInt,
        off_at -> Nullable<Instant>,
        off_reason -> Nullable<Text>,
        secrets -> Binary,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    webhook_deliveries (organization_id, id) {
        organization_id -> Id,
        id -> Id,
        endpoint_id -> Id,
        event -> Text,
        source_id -> Nullable<Id>,
        test_body -> Nullable<Text>,
        state -> Text,
        state_at -> Instant,
        gave_up -> Nullable<Text>,
        attempts -> BigInt,
        failures -> BigInt,
        created_at -> Instant,
    }
}

diesel::table! {
    use crate::sql_types::*;
    webhook_attempts (organization_id, delivery_id, number) {
        organization_id -> Id,
        delivery_id -> Id,
        number -> BigInt,
        started_at -> Instant,
        finished_at -> Instant,
        outcome -> Text,
        status -> Nullable<Integer>,
        answer -> Text,
    }
}

diesel::table! {
    use crate::sql_types::*;
    feed_places (id) {
        id -> Integer,
        last -> BigInt,
    }
}

diesel::table! {
    use crate::sql_types::*;
    partner_feed (partner_id, seq) {
        partner_id -> Id,
        seq -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(api_keys, memberships, partner_organizations);
diesel::allow_tables_to_appear_in_same_query!(organizations, number_series, bank_accounts);
